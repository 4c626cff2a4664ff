import type { Rule } from '#studio/validation/rule.ts'
import { textsIn } from '#studio/validation/walk.ts'

/** Capitals count where the same letters are an ordinary word. */
const PLACEHOLDERS = [
  /lorem ipsum|dolor sit amet|\[(?:insert|your|todo|tbd|placeholder|link|name|date|figure)\b[^[\]]*\]|\bx{3,5}\b/i,
  /\b(?:TODO|TBD|TBC|FIXME)\b|\{\{[^{}]*\}\}/,
]

/** Warns about text that was meant to be replaced. */
export const placeholder: Rule = {
  name: 'placeholder',
  title: 'Placeholder text',
  help: 'A text still holds “TODO”, “lorem ipsum”, “[insert …]” or another placeholder. Write the real text or delete it.',
  level: 'warning',
  check: (document) =>
    textsIn(document).flatMap(({ path, text }) => {
      const found = PLACEHOLDERS.map((pattern) => pattern.exec(text)?.[0]).find(Boolean)
      return found
        ? [
            {
              path,
              message: `“${found}” is placeholder text. Write the real text or delete it.`,
              value: found,
            },
          ]
        : []
    }),
}
