import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createRephraser } from '#app/backend/assistant/rephrase.ts'
import { findFault } from '#app/backend/assistant/rephrase-check.ts'
import { seedAnswerer } from '#app/backend/assistant/seed.test-support.ts'
import { readBackendEnv } from '#app/backend/env.ts'
import { collectLog } from '#app/backend/test-host.test-support.ts'
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

/** An OpenAI-compatible endpoint on loopback that answers as it is told. */
async function standIn(answer: (res: ServerResponse) => void) {
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

/** An answer that comes has ten seconds: a machine can be busy. */
function phraserAt(url: string, timeoutMs = 10_000) {
  const { lines, log } = collectLog()
  const env = readBackendEnv({
    ASSISTANT_URL: url,
    ASSISTANT_KEY: 'sk-secret',
    ASSISTANT_MODEL: 'small-model',
  })
  return { lines, phrase: createRephraser(env, log, timeoutMs)! }
}

test('without an address there is no model; an address needs a model’s name', () => {
  expect(createRephraser(readBackendEnv({}), () => {})).toBeUndefined()
  expect(() => readBackendEnv({ ASSISTANT_URL: 'http://localhost:1' })).toThrow('ASSISTANT_MODEL is not set')
  expect(() => readBackendEnv({ ASSISTANT_URL: 'models' })).toThrow(
    'ASSISTANT_URL="models" must be an address',
  )
})

test('a model that behaves phrases the answer from the passages; the source is added where it is missing', async () => {
  const { url, received } = await standIn(
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

test('the endpoint may be named whole, and may need no key', async () => {
  const { url, received } = await standIn(says('See /pricing: it is $299. \n'))
  const whole = `${url}/chat/completions`
  for (const address of [url, `${url}//`, whole, `${whole}/`, `${url}?version=1`, `${whole}?version=1`]) {
    const env = readBackendEnv({ ASSISTANT_URL: address, ASSISTANT_MODEL: 'small-model' })
    const phrase = createRephraser(env, () => {}, 10_000)!
    expect(await phrase(HOT, hot, knowledge, 'r'), 'says itself where it stands').toBe(
      'See /pricing: it is $299.',
    )
  }
  expect(received.map(({ headers }) => (headers.path as string).replace(/\/$/, ''))).toEqual([
    ...Array(4).fill('/v1/chat/completions'),
    ...Array(2).fill('/v1/chat/completions?version=1'),
  ])
  expect(received[0]!.headers).not.toHaveProperty('authorization')
})

test('what stands on the front page says so: its path stands in every other', async () => {
  const { url } = await standIn(says('It is $299, 9/10 agree. See /pricing.'))
  const { phrase } = phraserAt(url)
  const home = { text: 'It is $299, 9/10 agree.', source: 'Home', path: '/' }
  const both = [home, { ...home, path: '/pricing' }]
  expect(await phrase(HOT, both, knowledge, 'r')).toMatch(/ \(From “Home”: \/\)$/)
})

test.each<[string, (res: ServerResponse) => void]>([
  ['a wrong price', says('The Hot Seller Lead costs $199.')],
  ['nothing', says('')],
  ['no text', says(null)],
  ['no JSON', (res) => res.end('<html>')],
  ['an error', (res) => says('It costs $299.')(Object.assign(res, { statusCode: 500 }))],
  [
    'a redirect',
    (res) =>
      res.req.url === '/elsewhere'
        ? says('It costs $299.')(res)
        : res.writeHead(307, { location: '/elsewhere' }).end(),
  ],
  ['a broken connection', (res) => res.destroy()],
  ['half an answer', (res) => res.writeHead(200, { 'content-length': '100' }).write('{"choices"')],
  ['silence', () => {}],
  [
    'endless text',
    (res) => {
      res.write('{"choices":[{"message":{"content":"')
      const pour = setInterval(() => res.write('x'.repeat(32_768)), 1)
      res.on('close', () => clearInterval(pour))
    },
  ],
])('a model that answers with %s: the assembled answer is sent', async (_what, answer) => {
  const { url } = await standIn(answer)
  const { phrase, lines } = phraserAt(url, 300)
  expect(await phrase(HOT, hot, knowledge, 'request-1')).toBeUndefined()
  expect(lines).toMatchObject([{ level: 'warn', detail: { requestId: 'request-1' } }])
  expect(JSON.stringify(lines)).not.toMatch(/sk-secret|Hot Seller/)
})

test('of a model that can’t be reached the log says why', async () => {
  const { url } = await standIn((res) => res.destroy())
  const { phrase, lines } = phraserAt(url)
  expect(await phrase(HOT, hot, knowledge, 'r')).toBeUndefined()
  expect(lines[0]?.detail?.error).toMatch(/^TypeError: fetch failed \(\w+\)$/)
})

test('after three failures in a row nobody waits for the model', async () => {
  const { url, received } = await standIn((res) => res.writeHead(500).end())
  const { phrase } = phraserAt(url)
  for (let i = 0; i < 6; i++) await phrase(HOT, hot, knowledge, 'r')
  expect(received).toHaveLength(3)
})

test('two failures and an answer are no three failures in a row; one question after the other are not many at once', async () => {
  let count = 0
  const { url, received } = await standIn((res) =>
    ++count % 3 === 0 ? says('It costs $299.')(res) : res.writeHead(500).end(),
  )
  const { phrase } = phraserAt(url)
  for (let i = 0; i < 10; i++) await phrase(HOT, hot, knowledge, 'r')
  expect(received).toHaveLength(10)
})

test.each([
  'The Hot Seller Lead costs $299.',
  'It costs $299 and covers property values up to $600,000. See /pricing.',
  'Our Hot Seller Lead is priced at $299.00.',
  'I do not know, sorry. Please ask our team: /contact-us.',
])('may be sent: %s', (text) => expect(findFault(text, hot, knowledge)).toBeUndefined())

test.each([
  ['The Standard Buyer Lead costs $99, the Commercial Lead $299.', undefined],
  ['Hot Seller Lead: $299; Exclusive Seller Lead: $199.', undefined],
  ['The Hot Seller Lead costs $99.', 'a figure of another plan'],
  ['Exclusive Seller leads are $299, Hot Seller leads $199.', 'a figure of another plan'],
  ['The Hot Seller Lead costs 99 each.', 'a figure of another plan'],
  ['Hot Seller leads: USD 99', 'a figure of another plan'],
  ['A lead costs 200K.', 'a wrong price'],
  ['The Exclusive Seller Lead costs $400K.', 'a wrong price'],
])('with all rates at hand: %s', (text, fault) => expect(findFault(text, rates, knowledge)).toBe(fault))

test.each([
  ['The Hot Seller Lead costs $298.', 'a number'],
  ['The Hot Seller Lead costs $1499 - 2999.', 'a number'],
  ['The Hot Seller Lead costs 250 dollars.', 'a sum or promise in words'],
  ['The Hot Seller Lead is free today.', 'a sum or promise in words'],
  ['Only two hundred bucks!', 'a sum or promise in words'],
  ['The Hot Seller Lead costs two fifty.', 'a sum or promise in words'],
  ['The Hot Seller Lead costs $２５０.', 'a number'],
  ['It is $299, with a 10% discount.', 'a sum or promise in words'],
  ['It costs €299.', 'a sum or promise in words'],
  ['It costs $600K.', 'a wrong price'],
  ['It is delivered within 24 hours.', 'a number'],
  ['See https://evil.example/pay', 'a link'],
  ['See evil.shop for $299.', 'a link'],
  ['Pay at Bit.ly/abc', 'a link'],
  ['See пример.рф', 'a link'],
  ['Write to sales@evil.example.', 'a link'],
  ['Call 800 555 0199.', 'a number'],
  ['See /admin for more.', 'a link'],
  ['**$299** for the lead', 'markup'],
  ['<b>$299</b>', 'markup'],
  ['[here](/pricing)', 'markup'],
  ['It is $299. '.repeat(80), 'too long'],
  ['', 'empty'],
])('must not be sent: %s', (text, fault) => expect(findFault(text, hot, knowledge)).toBe(fault))

test('a plan may be called anything, and our address end in .com', () => {
  const plans = [{ ...knowledge.plans[0]!, title: 'Pro++ (new' }]
  expect(findFault('Pro++ (new costs $299.', hot, { ...knowledge, plans })).toBe('a figure of another plan')
  const material = [{ text: 'Write to us.', source: '', path: '/contact-us' }]
  const email = 'hello@keyturn.com'
  expect(findFault(`Write to ${email}.`, material, { ...knowledge, email })).toBeUndefined()
  const site = [{ ...material[0]!, text: 'We are at www.keyturn.com, e.g. for prices.' }]
  expect(findFault('See www.Keyturn.com, e.g. at noon.', site, knowledge)).toBeUndefined()
  expect(findFault('See www.keyturn.com/pay.', site, knowledge)).toBe('a link')
  const guide = [{ ...material[0]!, text: 'The state’s rules are at nar.realtor/guide.' }]
  expect(findFault('See nar.realtor/guide, or write to us.', guide, knowledge)).toBeUndefined()
  expect(findFault('See nar.realtor/guide.pdf', guide, knowledge)).toBe('a link')
  expect(findFault('Leads.com answers.', material, { ...knowledge, brand: 'Leads.com' })).toBeUndefined()
})

test('the ways to reach us that the content gives may be named', () => {
  const { material } = answerer.answer('what is your phone number')
  expect(
    findFault('Call us at (302) 555-0142 or write to hello@keyturn.example.', material!, knowledge),
  ).toBeUndefined()
  expect(findFault('Call us at +1 302-555-0142.', material!, knowledge)).toBeUndefined()
})
