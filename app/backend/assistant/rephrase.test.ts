import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createRephraser } from '#app/backend/assistant/rephrase.ts'
import { findFault } from '#app/backend/assistant/rephrase-check.ts'
import { seedAnswerer } from '#app/backend/assistant/seed.test-support.ts'
import { collectLog } from '#app/backend/backend.test-support.ts'
import { readBackendEnv } from '#app/backend/env.ts'
import { listen } from '#app/server/listen.test-support.ts'

const answerer = await seedAnswerer()
const { knowledge } = answerer
const HOT = 'How much is the Hot Seller Lead?'
const hot = answerer.answer(HOT).material!
const rates = answerer.answer('how much do leads cost').material!

type Received = {
  headers: Record<string, unknown>
  body: { model: string; messages: { role: string; content: string }[] }
}

/** A fake OpenAI-compatible endpoint on loopback. */
async function startModel(answer: (res: ServerResponse) => void) {
  const received: Received[] = []
  const port = await listen(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    received.push({
      headers: { ...req.headers, path: req.url },
      body: JSON.parse(Buffer.concat(chunks).toString()),
    })
    answer(res)
  })
  return { url: `http://localhost:${port}/v1`, received }
}

const says = (content: unknown) => (res: ServerResponse) =>
  res
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] }))

function phraserAt(url: string, timeoutMs = 10_000) {
  const { lines, log } = collectLog()
  const env = readBackendEnv({
    ASSISTANT_URL: url,
    ASSISTANT_KEY: 'sk-secret',
    ASSISTANT_MODEL: 'small-model',
  })
  return { lines, phrase: createRephraser(env, log, timeoutMs)! }
}

test('a model rephrases the passages; a missing source is added', async () => {
  const { url, received } = await startModel(
    says('The Hot Seller Lead is $299 and covers properties up to $600K.'),
  )
  const { phrase } = phraserAt(url)
  expect(await phrase(HOT, hot, knowledge, 'r')).toBe(
    'The Hot Seller Lead is $299 and covers properties up to $600K. (From “Pricing”: /pricing)',
  )
  const [{ headers, body }] = received as [Received]
  expect(headers).toMatchObject({ path: '/v1/chat/completions', authorization: 'Bearer sk-secret' })
  expect(body).toMatchObject({ model: 'small-model', messages: [{ role: 'system' }, { role: 'user' }] })
  expect(JSON.parse(body.messages[1]!.content)).toEqual({ passages: hot, question: HOT })
})

test('ASSISTANT_URL may name the endpoint, and no key is needed', async () => {
  const { url, received } = await startModel(says('See /pricing: it is $299. \n'))
  const whole = `${url}/chat/completions`
  for (const address of [url, whole, `${url}?version=1`]) {
    const env = readBackendEnv({ ASSISTANT_URL: address, ASSISTANT_MODEL: 'small-model' })
    const phrase = createRephraser(env, () => {}, 10_000)!
    expect(await phrase(HOT, hot, knowledge, 'r')).toBe('See /pricing: it is $299.')
  }
  expect(received.map(({ headers }) => (headers.path as string).replace(/\/$/, ''))).toEqual([
    ...Array(2).fill('/v1/chat/completions'),
    '/v1/chat/completions?version=1',
  ])
  expect(received[0]!.headers).not.toHaveProperty('authorization')
})

test.each<[string, (res: ServerResponse) => void]>([
  ['a wrong price', says('The Hot Seller Lead costs $199.')],
  ['no JSON', (res) => res.end('<html>')],
  ['an error', (res) => says('It costs $299.')(Object.assign(res, { statusCode: 500 }))],
  ['a broken connection', (res) => res.destroy()],
  ['silence', () => {}],
  [
    'endless text',
    (res) => {
      res.write('{"choices":[{"message":{"content":"')
      const pour = setInterval(() => res.write('x'.repeat(32_768)), 1)
      res.on('close', () => clearInterval(pour))
    },
  ],
])('after %s from the model our own answer is sent', async (_case, answer) => {
  const { url } = await startModel(answer)
  const { phrase, lines } = phraserAt(url, 300)
  expect(await phrase(HOT, hot, knowledge, 'request-1')).toBeUndefined()
  expect(lines).toMatchObject([{ level: 'warn', detail: { requestId: 'request-1' } }])
  expect(JSON.stringify(lines)).not.toMatch(/sk-secret|Hot Seller/)
})

test.each([
  'The Hot Seller Lead costs $299.',
  'It costs $299 and covers property values up to $600,000. See /pricing.',
  'Our Hot Seller Lead is priced at $299.00.',
  'I do not know, sorry. Please ask our team: /contact-us.',
])('this may be sent: %s', (text) => expect(findFault(text, hot, knowledge)).toBeUndefined())

test.each([
  ['The Standard Buyer Lead costs $99, the Commercial Lead $299.', undefined],
  ['Hot Seller Lead: $299; Exclusive Seller Lead: $199.', undefined],
  ['The Hot Seller Lead costs $99.', 'a figure of another plan'],
  ['Exclusive Seller leads are $299, Hot Seller leads $199.', 'a figure of another plan'],
  ['The Exclusive Seller Lead costs $400K.', 'a wrong price'],
])('with all prices given: %s', (text, fault) => expect(findFault(text, rates, knowledge)).toBe(fault))

test.each([
  ['The Hot Seller Lead costs $298.', 'a number'],
  ['The Hot Seller Lead is free today.', 'a sum or promise in words'],
  ['The Hot Seller Lead costs $２５０.', 'a number'],
  ['It is $299, with a 10% discount.', 'a sum or promise in words'],
  ['See https://evil.example/pay', 'a link'],
  ['See evil.shop for $299.', 'a link'],
  ['Write to sales@evil.example.', 'a link'],
  ['Call 800 555 0199.', 'a number'],
  ['<b>$299</b>', 'markup'],
  ['It is $299. '.repeat(80), 'too long'],
  ['', 'empty'],
])('this must not be sent: %s', (text, fault) => expect(findFault(text, hot, knowledge)).toBe(fault))

test('addresses and links of the content may be named, similar ones not', () => {
  const guide = [{ text: 'The rules are at nar.realtor/guide.', source: '', path: '/contact-us' }]
  const email = 'hello@keyturn.com'
  expect(findFault(`Write to ${email}.`, guide, { ...knowledge, email })).toBeUndefined()
  expect(findFault('See nar.realtor/guide, or write to us.', guide, knowledge)).toBeUndefined()
  expect(findFault('See nar.realtor/guide.pdf', guide, knowledge)).toBe('a link')
})

test('the phone number and e-mail address of the content may be named', () => {
  const { material } = answerer.answer('what is your phone number')
  expect(
    findFault('Call us at (302) 555-0142 or write to hello@keyturn.example.', material!, knowledge),
  ).toBeUndefined()
  expect(findFault('Call us at +1 302-555-0142.', material!, knowledge)).toBeUndefined()
})
