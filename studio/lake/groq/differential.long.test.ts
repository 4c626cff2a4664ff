import { evaluate, parse } from 'groq-js'
import { expect, test } from 'vitest'
import { seeded } from '../lake.test-support.ts'
import { documentsOf, type Fields, resultOf } from './query.test-support.ts'

const QUERIES = 50_000
const SEED = 7
const IDS = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'd6', 'gone']
const TYPES = ['post', 'author', 'category']
const TEXTS = [
  'apple',
  'Banana',
  'cherry pie',
  '',
  'Zoë',
  'a-b c',
  '10',
  '2020-01-02T03:04:05Z',
  '漢字',
  '👩x',
]
const NAMES = ['title', 'n', 'a', 'b', 'list', 'items', 'ref', 'date', '_id', '_type', 'nosuch', 'v']
const PARAMS = { number: 3, text: 'apple', list: [1, 'apple', null] }

/** Generates random documents, and random queries over them. */
function createGenerator(seed: number) {
  const random = seeded(seed)
  const below = (n: number) => Math.floor(random() * n)
  const pick = <T>(all: readonly T[]): T => all[below(all.length)]!
  const some = <T>(max: number, make: () => T): T[] => Array.from({ length: below(max + 1) }, make)
  const name = () => pick(NAMES)
  const reference = () => ({ _type: 'reference', _ref: pick(IDS) })
  const scalar = () =>
    pick<unknown>([below(5), below(100) / 4, -below(4), pick(TEXTS), true, false, null, 1e21])
  const item = () => ({
    _key: `k${below(9)}`,
    _type: pick(['x', 'y']),
    v: scalar(),
    n: below(5),
    ref: reference(),
  })
  const value = () =>
    pick<() => unknown>([scalar, reference, item, () => some(3, scalar), () => some(3, item)])()

  function document(_id: string): Fields {
    const fields = {
      title: pick(TEXTS),
      n: below(6),
      a: value(),
      b: value(),
      list: some(4, scalar),
      items: some(4, item),
      ref: reference(),
      date: `2020-0${1 + below(9)}-03T00:00:00Z`,
    }
    return {
      _id,
      _type: pick(TYPES),
      ...Object.fromEntries(Object.entries(fields).filter(() => random() < 0.8)),
    }
  }

  const literal = (): string =>
    pick([
      () => JSON.stringify(scalar()),
      () => `[${name()}, ${literal()}]`,
      () => `$${pick(Object.keys(PARAMS))}`,
    ])()
  const range = () => `${below(4) - 1}${pick(['..', '...'])}${below(6) - 2}`
  const order = () => `order(${name()}${pick(['', ' asc', ' desc'])}, ${name()}, _id)`

  function expression(depth: number): string {
    if (depth <= 0) return pick([name, name, literal])()
    const inner = () => expression(depth - 1)
    const base = () => pick([name, name, name, () => `(${inner()})`, () => '@', () => '^'])()
    // groq-js filters only lists; a number in brackets would be an index.
    const filter = () => `[${inner()} ${pick(['==', '!=', '<', '>='])} ${inner()}]`
    return pick<() => string>([
      name,
      literal,
      () =>
        `${inner()} ${pick(['==', '!=', '<', '<=', '>', '>=', 'in', '+', '-', '*', '/', '%', '**', '&&', '||'])} ${inner()}`,
      () => `(${inner()}) in (${literal()})..(${literal()})`,
      () => `!(${inner()})`,
      () => `-(${inner()})`,
      () => `${base()}.${name()}`,
      () => `${base()}[${below(4) - 2}]`,
      () => `${base()}[${range()}]`,
      () => `${base()}[]${filter()}`,
      () => `${base()}[].${name()}`,
      () => `${base()}->${name()}`,
      () => `${base()}[]->${pick(['', name()])}`,
      () => `${base()}{${projection(depth - 1)}}`,
      () => `*${filter()}.${name()}`,
      () => `count(*${filter()})`,
      () => `*${filter()}{${projection(depth - 1)}}`,
      () => `^.${name()}`,
      () => `[...${inner()}, ${inner()}]`,
      () =>
        `${pick(['count', 'defined', 'length', 'lower', 'upper', 'string', 'round', 'dateTime', 'references', 'pt::text', 'array::compact', 'math::sum', 'math::avg', 'math::min', 'math::max'])}(${inner()})`,
      // groq-js keeps several nulls, the Content Lake one.
      () => `array::unique(array::compact(${inner()}))`,
      () => `coalesce(${inner()}, ${inner()})`,
      () => `select(${inner()} => ${inner()}, ${inner()})`,
      () => `string::split(${inner()}, ${pick(['" "', '""', '"a"'])})`,
      () => `string::startsWith(${inner()}, ${literal()})`,
      () => `array::intersects(${inner()}, ${inner()})`,
      () => `${name()} match ${JSON.stringify(pick(['app*', 'b-c', '*', 'zoë', 'pie cherry', '漢*', '*x']))}`,
      () => `round(${below(1000) / 8 - 60}, ${below(3)})`,
    ])()
  }

  function projection(depth: number): string {
    const entry = pick<() => string>([
      name,
      () => '...',
      () => `"${pick(['x', 'y', 'title'])}": ${expression(depth)}`,
      () => `${expression(Math.min(depth, 1))} => {${depth > 0 ? projection(depth - 1) : 'a'}}`,
      () => `${name()}[]{${depth > 0 ? projection(depth - 1) : 'a'}}`,
      () => `${name()}->{${depth > 0 ? projection(depth - 1) : 'a'}}`,
      () => `${name()}[${range()}]`,
    ])
    return [entry(), ...some(2, entry)].join(', ')
  }

  function query(): string {
    const depth = 1 + below(3)
    const step = pick([
      () => `[${range()}]`,
      () => `{${projection(depth)}}`,
      () => ` | ${order()}`,
      () => ` | ${order()}[${range()}]`,
      () => `.${name()}`,
      () => `[_type == "${pick(TYPES)}" || ${expression(depth)}]`,
      () =>
        ` | score(title match ${JSON.stringify(pick(TEXTS))}, ${name()} == ${literal()}) | order(_score desc, _id)`,
    ])
    return pick([
      () => `*${step()}`,
      () => `*[${expression(depth)} != ${name()}]{${projection(depth)}}`,
      () => expression(depth),
    ])()
  }
  return { documents: IDS.slice(0, -1).map(document), query }
}

/** Returns the result of groq-js as JSON; undefined if it fails. */
async function groqJsResult(query: string, dataset: unknown[]) {
  try {
    return asJson(
      await (await evaluate(parse(query, { params: PARAMS }), { dataset, params: PARAMS } as never)).get(),
    )
  } catch {
    return undefined
  }
}

const asJson = (value: unknown) => JSON.parse(JSON.stringify(value) ?? 'null')

test('random queries have the same result as in groq-js', async () => {
  const generator = createGenerator(SEED)
  let compared = 0
  for (let i = 0; i < QUERIES; i++) {
    const query = generator.query()
    const expected = await groqJsResult(query, documentsOf(generator.documents))
    if (expected === undefined) continue
    compared++
    expect(asJson(resultOf(query, { documents: generator.documents, params: PARAMS })), query).toEqual(
      expected,
    )
  }
  expect(compared).toBeGreaterThan(QUERIES * 0.9)
})
