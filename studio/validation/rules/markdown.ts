import type { Rule } from '#studio/validation/rule.ts'
import { textsIn } from '#studio/validation/walk.ts'

/** Bold text, a link, a heading, a table, as chat assistants and note apps write them. */
const MARKDOWN =
  /(?<![^\s(“"])\*\*(?=[^\s*)”])[^*\n]*[^\s*]\*\*|\[[^[\]\n]+\]\((?:https?:|mailto:|\/)[^()\s]*\)|^#{2,6} +\S.*$|^\|(?: *:?-+:? *\|)+/m

/** Warns about Markdown, which visitors would read as typed. */
export const markdown: Rule = {
  name: 'markdown',
  title: 'Markdown that visitors would read',
  help: 'A text holds Markdown such as **bold** or [link](https://…), usually pasted from a chat assistant or a note. Visitors would read the asterisks and brackets. Delete them and use the buttons above the text.',
  level: 'warning',
  check: (document) =>
    textsIn(document).flatMap(({ path, text }) => {
      const [found] = MARKDOWN.exec(text) ?? []
      return found
        ? [
            {
              path,
              message: `“${found}” is Markdown, and visitors would read its symbols. Delete them and use the buttons above the text.`,
              value: found,
            },
          ]
        : []
    }),
}
