import fc from 'fast-check'

/** Starts a tag. Escaped text would be `&lt;zq`. */
export const MARKUP = '<zq'

export type Sent = { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> }

/** Texts of people and attackers: empty, long, other alphabets, unpaired surrogates, markup, commands. */
const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    `${MARKUP} onload=alert(1)>`,
    `"'></script>${MARKUP}><script>alert(1)</script>`,
    '\0',
    '\uD800',
    '🏡',
    'a\r\nSet-Cookie: a=b',
    '../../../etc/passwd',
    "' OR 1=1 --",
    '__proto__',
    '1e400',
    'NaN',
    'y'.repeat(5_000),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
)

const values = fc.oneof(texts, fc.jsonValue({ maxDepth: 3 }), fc.integer(), fc.boolean(), fc.double())

/** An object like the documented one, in which each field is valid, invalid or missing. */
const almostValid = (documented: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> =>
  fc
    .tuple(
      fc.record(
        Object.fromEntries(
          Object.entries(documented).map(([name, right]) => [
            name,
            fc.oneof({ weight: 3, arbitrary: fc.constant(right) }, { weight: 1, arbitrary: values }),
          ]),
        ),
        { requiredKeys: [] },
      ),
      fc.dictionary(fc.oneof(texts, fc.constantFrom('__proto__', 'toString')), values, { maxKeys: 2 }),
    )
    .map(([fields, more]) => ({ ...fields, ...more }))

const JSON_TYPES = ['application/json', 'application/json; charset=utf-8', 'text/plain']
const bytes = fc.uint8Array({ maxLength: 600 }).map((array) => Uint8Array.from(array))

/** Bodies for a call that accepts JSON like one of these. */
export function jsonBodies(documented: unknown[], types = JSON_TYPES): fc.Arbitrary<Sent> {
  const examples = documented.map((one) =>
    Array.isArray(one)
      ? fc.array(fc.oneof(values, ...one.map((item) => almostValid(item))), { maxLength: 3 })
      : almostValid(one as Record<string, unknown>),
  )
  const body = fc.oneof(
    { weight: 6, arbitrary: fc.oneof(...examples).map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('', '{', '[]', 'null', '{"a":', '['.repeat(3_000), '{"a":'.repeat(2_000)),
    },
    { weight: 1, arbitrary: bytes },
  )
  return fc.record({ headers: fc.constantFrom(...types).map((type) => ({ 'Content-Type': type })), body })
}

/** Bodies for a form with these fields, as browsers send them, and malformed ones. */
export function formBodies(documented: Record<string, string>): fc.Arbitrary<Sent> {
  const entry = fc.tuple(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...Object.keys(documented)) },
      { weight: 1, arbitrary: texts },
    ),
    texts,
  )
  const fields = fc
    .tuple(fc.subarray(Object.entries(documented)), fc.array(entry, { maxLength: 4 }))
    .map(([right, wrong]) => [...right, ...wrong])
  const encoded: fc.Arbitrary<Sent> = fields.map((pairs) => ({
    headers: { 'Content-Type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    body: new URLSearchParams(pairs).toString(),
  }))
  const parts: fc.Arbitrary<Sent> = fc
    .tuple(fields, fc.boolean(), fc.boolean())
    .map(([pairs, isFile, isWhole]) => {
      const part = ([name, value]: [string, string]) =>
        `--b\r\nContent-Disposition: form-data; name="${name}"${isFile ? '; filename="a"' : ''}\r\n\r\n${value}\r\n`
      return {
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body: pairs.map(part).join('') + (isWhole ? '--b--\r\n' : ''),
      }
    })
  const other: fc.Arbitrary<Sent> = fc.record({
    headers: fc
      .constantFrom('application/x-www-form-urlencoded', 'multipart/form-data; boundary=', 'text/plain')
      .map((type) => ({ 'Content-Type': type })),
    body: bytes,
  })
  return fc.oneof(
    { weight: 5, arbitrary: encoded },
    { weight: 2, arbitrary: parts },
    { weight: 1, arbitrary: other },
  )
}

export const searches = (documented: Record<string, string[]>): fc.Arbitrary<string> =>
  fc
    .array(
      fc.oneof(
        ...Object.entries(documented).map(([name, right]) =>
          fc.tuple(fc.constant(name), fc.oneof(texts, fc.constantFrom(...right))),
        ),
        fc.tuple(texts, texts),
      ),
      { maxLength: 4 },
    )
    .map((pairs) => new URLSearchParams(pairs).toString())

const TOKENS =
  `* [ ] { } ( ) _id _type == "page" $a -> ^ @ ... | order score , : "x" count .. 0 -1 1e9 in match && ! select => pt::text string::split array::join references dateTime asc // ' null now() coalesce ** % / + true`.split(
    ' ',
  )

/** Texts that resemble GROQ queries. */
export const queries: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...TOKENS), { maxLength: 14 }).map((tokens) => tokens.join(' ')),
  fc
    .array(fc.constantFrom(...TOKENS), { maxLength: 10 })
    .map((words) => `*[_type == "page"]${words.join('')}`),
  texts,
  fc.constantFrom('('.repeat(2_000), '*[0]'.repeat(500), `*[${'!'.repeat(3_000)}true]`),
)

/** An image with some bytes changed, and cut at some point. */
export const corrupted = (original: Uint8Array): fc.Arbitrary<Uint8Array<ArrayBuffer>> =>
  fc
    .tuple(
      fc.array(fc.tuple(fc.nat(original.length - 1), fc.nat(255)), { maxLength: 12 }),
      fc.oneof(fc.constant(original.length), fc.nat(original.length)),
    )
    .map(([changes, length]) => {
      const copy = Uint8Array.from(original)
      for (const [at, value] of changes) copy[at] = value
      return copy.subarray(0, length)
    })
