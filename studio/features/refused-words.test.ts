// @vitest-environment happy-dom
import { BufferedDocument, type CommitHandlerMessage, Mutation } from '@sanity/mutator'
import { afterEach, expect, test } from 'vitest'
import '#studio/features/gone-drafts.ts'
import { forget, refusedWords } from '#studio/features/refused-words.ts'
import '#studio/features/sent-together.ts'

const _id = 'versions.r.a'
const published = { _id, _type: 'faqItem', _rev: '1', question: 'One', order: 1 }
const refused = new Error('Release "r" is published')

const asksBeforeLeaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

afterEach(() => {
  for (const one of refusedWords()) forget(one)
})

function version(stored: typeof published | null = { ...published }) {
  const document = new BufferedDocument(stored)
  const sent: CommitHandlerMessage[] = []
  document.commitHandler = (commit) => void sent.push(commit)
  return {
    document,
    sent,
    add: (mutation: object) => document.add(new Mutation({ mutations: [mutation as never] })),
    type(set: object) {
      this.add({ patch: { id: _id, set } })
    },
    send: () => void document.commit().catch(() => {}),
    disappear: () =>
      document.arrive(
        new Mutation({
          transactionId: '2',
          transition: 'disappear',
          previousRev: '1',
          resultRev: '2',
          mutations: [{ delete: { id: _id } }],
        }),
      ),
  }
}

const answer = [
  {
    _key: 'a',
    _type: 'block',
    children: [
      { _type: 'span', text: 'Yes, ' },
      { _type: 'span', text: 'they do.' },
    ],
  },
]

test('what the lake refuses is kept, with what waited and what was just typed, until the editor has it; leaving asks till then', () => {
  const { document, sent, type, send, ...more } = version()
  const form = { document, sent, type, send, ...more }
  form.type({ question: 'One two' })
  form.send()
  form.type({ order: 77 })
  form.send()
  form.type({ answer })
  sent[0]!.cancel(refused)
  expect(document.LOCAL).toMatchObject({ question: 'One' })
  expect(refusedWords()).toEqual([
    {
      transactionId: sent[0]!.mutation.transactionId,
      document: expect.objectContaining({ _id, question: 'One two' }),
      isGone: false,
      error: refused,
      words: [
        { field: 'question', text: 'One two' },
        { field: 'order', text: '77' },
        { field: 'answer', text: 'Yes, they do.' },
      ],
      setBack: [],
    },
  ])
  expect(asksBeforeLeaving()).toBe(true)
  forget(refusedWords()[0]!)
  expect(refusedWords()).toEqual([])
  expect(asksBeforeLeaving()).toBe(false)
})

test('of what is no text the fields are named: a switch, a picture, what was taken away, an order', () => {
  const items = [{ _key: 'a', title: 'A' }, { _key: 'b' }]
  const form = version({ ...published, isShown: true, items, also: [{ _key: 'c', _ref: 'd' }] } as never)
  form.type({ isShown: false, question: 'One two' })
  form.type({ picture: { asset: { _ref: 'image-new' } } })
  form.type({ items: items.toReversed() })
  form.add({ patch: { id: _id, unset: ['also[_key=="c"]'] } })
  form.send()
  form.sent[0]!.cancel(refused)
  expect(refusedWords()).toMatchObject([
    {
      words: [{ field: 'question', text: 'One two' }],
      setBack: ['isShown', 'items', 'also', 'picture'],
    },
  ])
})

const paragraph = (text: string, more: object = {}) => ({
  _key: text[0],
  _type: 'block',
  style: 'normal',
  markDefs: [],
  children: [{ _key: 's', _type: 'span', marks: [], text }],
  ...more,
})
const link = (href: string) => ({ markDefs: [{ _key: 'l', _type: 'link', href }] })
const cut = (x: number) => ({ hotspot: { _type: 'sanity.imageHotspot', x, y: 0.5 } })

test.each([
  ['a text that was emptied', { question: '' }, [], ['question']],
  ['where a link leads', { text: [paragraph('One', link('/b'))] }, [], ['text']],
  [
    'a paragraph that became a heading',
    { text: [paragraph('One', { ...link('/a'), style: 'h2' })] },
    [],
    ['text'],
  ],
  ['a paragraph that was taken away', { text: [] }, [], ['text']],
  ['a picture’s middle, not its numbers', { picture: cut(0.25) }, [], ['picture']],
  [
    'no field of which the words say all',
    { text: [paragraph('One more', link('/a')), paragraph('Two')] },
    ['One more', 'Two'],
    [],
  ],
])('of a refused change is told: %s', (_case, set, words, setBack) => {
  const stored = { ...published, text: [paragraph('One', link('/a'))], picture: cut(0.5) }
  const form = version(stored as never)
  form.type(set)
  form.send()
  form.sent[0]!.cancel(refused)
  expect(refusedWords().map(({ words, setBack }) => [words.map(({ text }) => text), setBack])).toEqual([
    [words, setBack],
  ])
})

test('it is told of where nothing was typed, too', () => {
  const form = version({ ...published, isShown: true } as never)
  form.type({ isShown: false })
  form.send()
  form.sent[0]!.cancel(refused)
  expect(refusedWords()).toMatchObject([{ words: [], setBack: ['isShown'] }])
})

test('what was typed into a document that is no more is kept, without what was stored with it', () => {
  const form = version()
  form.type({ question: 'One two' })
  form.disappear()
  form.sent[0]!.cancel(refused)
  expect(refusedWords()).toMatchObject([{ isGone: true, words: [{ field: 'question', text: 'One two' }] }])
})

test('of a draft that was just begun only what was typed is kept', () => {
  const form = version(null)
  form.add({ createIfNotExists: { ...published } })
  form.send()
  form.type({ question: 'One two' })
  form.sent[0]!.cancel(refused)
  expect(refusedWords()).toMatchObject([{ words: [{ field: 'question', text: 'One two' }] }])
})

test('a draft that was just begun and is refused was deleted by nobody, unless what it begins from was', () => {
  const missing = Object.assign(new Error('Neither exists'), { statusCode: 404 })
  for (const [error, isGone] of [[refused, false] as const, [missing, true] as const]) {
    const form = version(null)
    form.add({ createIfNotExists: { ...published } })
    form.type({ question: 'One two' })
    form.send()
    form.sent[0]!.cancel(error)
    const [refusal] = refusedWords()
    expect(refusal).toMatchObject({ isGone, words: [{ field: 'question', text: 'One two' }] })
    forget(refusal!)
  }
})

/** What was first sent is stored, what follows it is refused; the lake has told of neither. */
function refuseSecond(form: ReturnType<typeof version>) {
  form.send()
  form.type({ order: 77 })
  form.send()
  form.sent[0]!.success()
  form.sent[1]!.cancel(refused)
  expect(refusedWords()).toMatchObject([{ isGone: false, words: [{ field: 'order', text: '77' }] }])
}

test('what was stored before is not kept, though the lake has not told of it yet', () => {
  const form = version()
  form.type({ question: 'One two' })
  refuseSecond(form)
})

test('of a draft whose beginning was stored a moment ago only what was refused is kept', () => {
  const form = version(null)
  form.add({ createIfNotExists: { ...published } })
  refuseSecond(form)
})

test('nothing is kept where nothing is lost', () => {
  const form = version()
  form.type({ question: 'One two' })
  form.send()
  form.sent[0]!.success()
  expect(refusedWords()).toEqual([])
})
