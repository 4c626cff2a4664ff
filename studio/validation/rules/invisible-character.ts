import { withoutInvisible } from '#studio/schema/objects/invisible-characters.ts'
import type { Finding, Path, Rule } from '#studio/validation/rule.ts'
import { ADDRESS_FIELDS } from '#studio/validation/rules/link-address.ts'
import { walk } from '#studio/validation/walk.ts'

const EXACT_FIELDS = ['email', 'phone', 'from', 'to', ...ADDRESS_FIELDS]

/** Refuses characters that nobody sees in addresses and numbers: phones' contacts and web pages put them around what is copied. */
export const invisibleCharacter: Rule = {
  name: 'invisible-character',
  title: 'Invisible characters in addresses and numbers',
  help: 'Text that was copied from a phone or a web page can hold characters that nobody sees. The address or number does not work with them. Delete the text and type it again.',
  level: 'error',
  check: (document) =>
    [...walk(document)].flatMap(({ kind, path, value }) =>
      kind !== 'object'
        ? []
        : [
            ...EXACT_FIELDS.flatMap((field) => findingAt([...path, field], value[field])),
            ...findingAt([...path, 'slug', 'current'], (value.slug as { current?: unknown } | null)?.current),
          ],
    ),
}

function findingAt(path: Path, text: unknown): Finding[] {
  if (typeof text !== 'string') return []
  const visible = withoutInvisible(text)
  if (visible === text) return []
  const before = text.slice(
    0,
    [...text].findIndex((character, index) => character !== visible[index]),
  )
  return [
    {
      path,
      value: text,
      message: `There is an invisible character ${before ? `after “${before}”` : 'at the beginning'}. Delete the text and type it again.`,
      fixes: [{ title: 'Remove the invisible character', path, value: visible }],
    },
  ]
}
