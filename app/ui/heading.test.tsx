import { readFile } from 'node:fs/promises'
import { stegaClean, stegaEncodeSourceMap } from '@sanity/client/stega'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { wholeWords } from '#app/ui/heading.tsx'

const TITLE = 'Get Your Real-Estate Success'

test('a word with a hyphen is kept whole, and the text is the same', () => {
  const html = renderToStaticMarkup(<h1>{wholeWords(TITLE)}</h1>)
  expect(html).toBe('<h1>Get Your <span class="whole">Real-Estate</span> Success</h1>')
})

test('… and read as part of it: a block in a line is an object of its own to Firefox, and read by itself', async () => {
  const css = await readFile(`${import.meta.dirname}/base.css`, 'utf8')
  expect(css.match(/\.whole \{[^}]*\}/g)?.join()).toMatch(/display: inline-flex;.*display: inline;/s)
})

test('so are figures with a dash between them', () => {
  const html = renderToStaticMarkup(<p>{wholeWords('A live call, usually 1–4 hours after verification.')}</p>)
  expect(html).toBe('<p>A live call, usually <span class="whole">1–4</span> hours after verification.</p>')
})

test('in a preview, where a text names its field behind its last letter, it stays one text', () => {
  const source = { type: 'documentValue', document: 0, path: 0 } as const
  const { title } = stegaEncodeSourceMap(
    { title: TITLE },
    {
      documents: [{ _id: 'page-about-us', _type: 'page' }],
      paths: ["$['title']"],
      mappings: { "$['title']": { type: 'value', source } },
    },
    { enabled: true, studioUrl: 'http://localhost:3333' },
  )
  expect(title).not.toBe(TITLE)
  const html = renderToStaticMarkup(<h1>{wholeWords(title)}</h1>)
  expect(html).not.toContain('<span')
  expect(stegaClean(html)).toBe(`<h1>${TITLE}</h1>`)
})
