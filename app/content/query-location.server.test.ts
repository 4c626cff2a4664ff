import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeInSources } from '#app/content/query-location.server.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

const root = newFolder()
mkdirSync(join(root, 'app/blocks'), { recursive: true })
const write = (name: string, text: string) => writeFileSync(join(root, 'app', name), text)
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: sources that hold templates
write('queries.ts', 'export const QUERY = `*[_type == "page"]{\n  title,\n  blocks[]{ ${blocks} }\n}`\n')
write('blocks/faq.ts', 'export const blocks = `\n  heading,\n  questions[],{ ${words} }`\n')
const list = (inner: string, outer: string) =>
  `// {\nexport const list = \`\n  "all": \${of(\`cards[]{ \${words} ${inner}\`)}, "(": a, b[]{\n c }${outer}\`\nexport const title = \`title\`\n`
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above
write('blocks/faq.test.ts', '`questions[],{ a }`')
const QUERY = '*[_type == "page"]{\n  title,\n  blocks[]{ \n  heading,\n  questions[],{ a } }\n}'

test('what was noticed in a query is found in the file and line that it comes from', () => {
  expect(placeInSources(QUERY, QUERY.indexOf('{ a'), root)).toBe('app/blocks/faq.ts:3')
  expect(placeInSources(QUERY, QUERY.indexOf('blocks'), root)).toBe('app/queries.ts:3')
  expect(placeInSources(QUERY, QUERY.length, root)).toBeUndefined() // `} }\n}` ends many a query
  expect(placeInSources(QUERY, 0, root)).toBeUndefined()
})

test.each([
  ['nothing closes', list('', ''), 'app/list.ts:3'],
  ['closes nothing', list('}', '}'), 'app/list.ts:4'],
])('a bracket that %s is found where it stands, not where the query ends or goes on', (_, text, place) => {
  write('list.ts', text)
  const query = '*{ \n  "all": cards[]{ a }, "(": a, b[]{\n c }} }'
  expect(placeInSources(query, query.length, root)).toBe(place)
})
