import { expect, test } from 'vitest'
import { cannedReply, groupOf } from '#app/chat/canned-reply.ts'

test.each([
  ['I want to BUY a house', 'buy'],
  ['purchase', 'buy'],
  ['Thinking of selling soon', 'sell'],
  ['Is it for sale?', 'sell'],
  ['find me a realtor', 'agent'],
  ['Which brokers do you know', 'agent'],
  ['what does it cost', 'price'],
  ['market value please', 'price'],
  ['rental income', 'invest'],
  ['good investments', 'invest'],
  ['hello', 'generic'],
  ['', 'generic'],
])('%j is answered from the group %s', (message, group) => {
  expect(groupOf(message)).toBe(group)
})

test('a reply that an editor left empty is the generic one', () => {
  const replies = { buy: null, sell: 's', agent: 'a', price: 'p', invest: 'i', generic: 'g' }
  expect(cannedReply('buy', replies)).toBe('g')
  expect(cannedReply('sell', replies)).toBe('s')
})
