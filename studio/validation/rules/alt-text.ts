import type { Rule } from '#studio/validation/rule.ts'
import { walk } from '#studio/validation/walk.ts'

/** Warns about pictures without a description. */
export const altText: Rule = {
  name: 'alt-text',
  title: 'Pictures without a description',
  help: 'A picture has no description. Screen readers and search engines rely on it. Say in a sentence what the picture shows.',
  level: 'warning',
  check: (document) =>
    [...walk(document)].flatMap(({ kind, path, value }) =>
      kind === 'object' && value._type === 'picture' && value.asset && !String(value.alt ?? '').trim()
        ? [{ path: [...path, 'alt'], message: 'This picture has no description. Say what it shows.' }]
        : [],
    ),
}
