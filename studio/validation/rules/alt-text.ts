import type { Rule } from '#studio/validation/rule.ts'
import { walk } from '#studio/validation/walk.ts'

/** Warns about images without alternative text. */
export const altText: Rule = {
  name: 'alt-text',
  title: 'Images without a description',
  help: 'An image has no description. Screen readers and search engines rely on it. Say in a sentence what the image shows.',
  level: 'warning',
  check: (document) =>
    [...walk(document)].flatMap(({ kind, path, value }) =>
      kind === 'object' && value._type === 'picture' && value.asset && !String(value.alt ?? '').trim()
        ? [{ path: [...path, 'alt'], message: 'This image has no description. Say what it shows.' }]
        : [],
    ),
}
