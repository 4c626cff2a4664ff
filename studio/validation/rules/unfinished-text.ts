import type { Rule } from '#studio/validation/rule.ts'
import { textsIn } from '#studio/validation/walk.ts'

const PLACEHOLDER = 'is placeholder text. Write the real text or delete it.'
const MARKDOWN =
  'is Markdown, and visitors would read its symbols. Delete them and use the buttons above the text.'

const LEFTOVERS: [RegExp, string][] = [
  [
    /lorem ipsum|dolor sit amet|\[(?:insert|your|todo|tbd|placeholder|link|name|date|figure)\b[^[\]]*\]|\bx{3,5}\b/i,
    PLACEHOLDER,
  ],
  // In lower case these are ordinary words.
  [/\b(?:TODO|TBD|TBC|FIXME)\b|\{\{[^{}]*\}\}/, PLACEHOLDER],
  // Bold text, a link, a heading or a table from chat assistants and note apps.
  [
    /(?<![^\s(“"])\*\*(?=[^\s*)”])[^*\n]*[^\s*]\*\*|\[[^[\]\n]+\]\((?:https?:|mailto:|\/)[^()\s]*\)|^#{2,6} +\S.*$|^\|(?: *:?-+:? *\|)+/m,
    MARKDOWN,
  ],
]

/** Warns about placeholders and Markdown, which visitors would read as typed. */
export const unfinishedText: Rule = {
  name: 'unfinished-text',
  title: 'Placeholders and Markdown',
  help: 'A text still holds a placeholder such as “TODO” or “[insert …]”, or Markdown such as **bold** or [link](https://…). Visitors would read it as typed. Write the real text, and use the buttons above the text for bold and links.',
  level: 'warning',
  check: (document) =>
    textsIn(document).flatMap(({ path, text }) =>
      LEFTOVERS.flatMap(([pattern, problem]) => {
        const value = pattern.exec(text)?.[0]
        return value ? [{ path, message: `“${value}” ${problem}`, value }] : []
      }),
    ),
}
