import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { preventWordBreaks } from '#app/ui/heading.tsx'

test('a word with a hyphen or dash is not broken', () => {
  const html = renderToStaticMarkup(<h1>{preventWordBreaks('Get Your Real-Estate Success')}</h1>)
  expect(html).toBe('<h1>Get Your <span class="whole">Real-Estate</span> Success</h1>')
  expect(renderToStaticMarkup(<p>{preventWordBreaks('usually 1–4 hours')}</p>)).toContain('>1–4<')
})
