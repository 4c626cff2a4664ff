import { expect, test } from 'vitest'
import { cannedReply, groupOf } from '#app/chat/canned-reply.ts'

test.each([
  ['I want to BUY a house', 'buy'],
  ['purchase', 'buy'],
  ['Thinking of selling soon', 'sell'],
  ['find me a realtor', 'agent'],
  ['what does it cost', 'price'],
  ['rental income', 'invest'],
  ['hello', 'generic'],
])('%j gets the canned reply of the group %s', (message, group) => {
  expect(groupOf(message)).toBe(group)
})

test('an empty reply is replaced by the generic one', () => {
  const replies = { buy: null, sell: 's', agent: 'a', price: 'p', invest: 'i', generic: 'g' }
  expect(cannedReply('buy', replies)).toBe('g')
  expect(cannedReply('sell', replies)).toBe('s')
})
