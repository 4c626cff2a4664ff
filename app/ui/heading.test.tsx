import { stegaClean, stegaEncodeSourceMap } from '@sanity/client/stega'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { wholeWords } from '#app/ui/heading.tsx'

const TITLE = 'Get Your Real-Estate Success'

test('a word with a hyphen or dash is not broken', () => {
  const html = renderToStaticMarkup(<h1>{wholeWords(TITLE)}</h1>)
  expect(html).toBe('<h1>Get Your <span class="whole">Real-Estate</span> Success</h1>')
  expect(renderToStaticMarkup(<p>{wholeWords('usually 1–4 hours')}</p>)).toContain('>1–4<')
})

test('a text with stega encoding stays one text in a preview', () => {
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
