import { expect, test } from 'vitest'
import { schemaTypes } from '#studio/schema/types.ts'
import { ADDRESS_FIELDS, linkAddress } from '#studio/validation/rules/link-address.ts'
import { answer, findings, paragraphs } from '#studio/validation/rules/rules.test-support.ts'

const linked = (href: unknown) => ({
  ...answer('See there.'),
  answer: [{ ...paragraphs('See there.')[0], markDefs: [{ _key: 'l', _type: 'textLink', href }] }],
})

test.each([
  ['https://localhost:3000/pricing', 'error'],
  ['https://192.168.1.4/', 'error'],
  ['https://https://elsewhere.example', 'error'],
  ['https://nas.local/files', 'error'],
  ['https://elsewhere,example.com', 'error'],
  ['https://(www.elsewhere.example)', 'error'],
  ['https://staging.elsewhere.example/', 'warning'],
  ['https://elsewhere.example/a b', undefined],
  ['https://müller.example/', undefined],
  ['https://dev.to/', undefined],
  ['mailto:info elsewhere.example', 'error'],
  ['mailto:info@elsewhere', 'error'],
  ['mailto:info@elsewhere.example?subject=Your offer', undefined],
  ['mailto:info@elsewhere.example,press@elsewhere.example', undefined],
  ['mailto:?subject=Worth reading', undefined],
  ['tel:911-CALL', 'error'],
  ['tel:+1 (302) 555-0142', undefined],
  ['tel:+13025550142;ext=5', undefined],
  [5, undefined],
])('%s: %s', (href, level) => {
  expect(findings(linkAddress, linked(href)).map((found) => found.level ?? linkAddress.level)).toEqual(
    level ? [level] : [],
  )
})

type Field = {
  name?: string
  type: string
  fields?: Field[]
  of?: Field[]
  marks?: { annotations?: Field[] }
}

test('the rule knows every field for an address', () => {
  const urlFields = (field: Field): string[] => [
    ...(field.type === 'url' ? [field.name ?? ''] : []),
    ...[...(field.fields ?? []), ...(field.of ?? []), ...(field.marks?.annotations ?? [])].flatMap(urlFields),
  ]
  const names = (schemaTypes as unknown as Field[]).flatMap(urlFields)
  expect([...new Set(names)].sort()).toEqual([...ADDRESS_FIELDS].sort())
})
