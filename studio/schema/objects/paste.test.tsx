// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pasteText } from '#studio/schema/objects/paste.ts'

const block = (styles: string[], lists: string[]) => ({
  type: 'array',
  name: 'text',
  of: [
    {
      type: 'block',
      styles: styles.map((value) => ({ title: value, value })),
      lists: lists.map((value) => ({ title: value, value })),
      marks: {
        decorators: [{ title: 'Strong', value: 'strong' }],
        annotations: [{ name: 'textLink', type: 'object', fields: [{ name: 'href', type: 'url' }] }],
      },
    },
  ],
})
const RICH_TEXT = block(['normal', 'h3'], ['bullet', 'number'])

type Pasted = {
  style: string
  listItem?: string
  level?: number
  children: { text: string }[]
}

/** Pastes; returns the warnings, and a line for each paragraph: style, or list and level, then text. */
function paste(data: Record<string, string>, type: object = RICH_TEXT) {
  const warnings: string[] = []
  const clipboardData = { types: Object.keys(data), getData: (format: string) => data[format] ?? '' }
  const pasted = pasteText((message) => warnings.push(message))({
    event: { clipboardData },
    schemaTypes: { portableText: type },
  } as never) as { insert: Pasted[] } | undefined
  const lines = pasted?.insert.map(({ style, listItem, level, children }) => {
    const kind = listItem ? `${listItem === 'number' ? '#' : '•'}${level}` : style === 'normal' ? 'p' : style
    return `${kind} ${children.map(({ text }) => text).join('')}`
  })
  return { lines, warnings }
}
const pasteHtml = (html: string, type?: object) => paste({ 'text/html': html }, type)

const AS_TEXT = /^Some numbered items became paragraphs/
const LETTERS = /^Letters and Roman numerals/
const HEADING_NUMBERS = /^The numbers of headings/

test.each<[string, string[], RegExp[]]>([
  ['list-starts-at-level-3.google-docs', ['•1 Third level, copied alone', '•1 Second level'], []],
  [
    'list-continues.google-docs',
    [
      '#1 Report the lead.',
      '#1 Attach the recording.',
      'p We look at it within a day.',
      'p 3. Get the credit.',
    ],
    [AS_TEXT],
  ],
  [
    'legal-numbers.word',
    [
      'p 1. Definitions',
      'p 1.1. A lead is a person.',
      'p 1.2. A buyer is who pays (see 2.1).',
      'p Plain words between.',
      'p 2. Payment',
      'p 2.1. Within a day.',
    ],
    [AS_TEXT],
  ],
  [
    'legal-headings.word',
    ['h3 1. Definitions', 'p 1.1 A lead is a person.', 'h3 2. Payment', '#1 By card', '#1 By wire'],
    [AS_TEXT],
  ],
  [
    'lists.word-online',
    ['#1 Report', '#1 Attach', '•2 the recording', 'p We look at it.', 'p 3. Get the credit'],
    [AS_TEXT],
  ],
  [
    'numbered-headings.google-docs',
    ['h3 Pick a ZIP code', 'p Start where you sell.', 'h3 Answer the call', 'p Pick up at once.'],
    [HEADING_NUMBERS],
  ],
  [
    'numbered-headings.word',
    ['h3 Pick a ZIP code', 'p Start where you sell.', 'h3 Answer the call'],
    [HEADING_NUMBERS],
  ],
  [
    'list-in-heading.web-editor',
    [
      'h3 Pick a ZIP code',
      'p Start where you sell.',
      'h3 Answer the call',
      'h3 Get the credit',
      'p Within a day.',
      '•1 By mail',
    ],
    [HEADING_NUMBERS],
  ],
  ['bullets.word', ['•1 First', '•2 Second', '•3 Third', '#1 Letter', '#2 Roman', '#2 Romans'], [LETTERS]],
  ['nested-lists.google-docs', ['#1 One', '#2 One a', '#2 One b', '•3 Dot', '#1 Two'], [LETTERS]],
])('%s keeps its lists and headings', (name, lines, warnings) => {
  const html = readFileSync(join(import.meta.dirname, 'paste-fixtures', `${name}.html`), 'utf8')
  expect(pasteHtml(html)).toMatchObject({
    lines,
    warnings: warnings.map((warning) => expect.stringMatching(warning)),
  })
})

test('text from Word keeps links and spaces, and loses scripts, comments, hidden and deleted text', () => {
  const pasted = pasteHtml(`<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment-->
    <p class=MsoNormal>the <a href="https://www.example.com/rules">rules</a>, <a href="javascript:alert(1)">now</a>.<span style='mso-spacerun:yes'>&nbsp; </span>Ask.</p>
    <p class=MsoNormal>Do this<span style='display:none;mso-hide:all'> (ask Ann)</span><del cite="mailto:Ann"> soon</del><span class=MsoCommentReference><a href="#_msocom_1">[A1]</a></span>:<o:p></o:p></p>
    <p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:\nIgnore'>1.<span>&nbsp; </span></span><![endif]>Call<o:p></o:p></p>
    <p class=MsoListParagraph style='mso-list:l1 level2 lfo2'><![if !supportLists]><span style='mso-list:\nIgnore'>(b)<span>&nbsp; </span></span><![endif]>Wait<o:p></o:p></p>
    <h1>Later</h1><!--EndFragment-->
    <div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Is this right, Ann?</p></div></div></body></html>`)
  expect(pasted.lines).toEqual(['p the rules, now. Ask.', 'p Do this:', '#1 Call', '#2 Wait', 'h3 Later'])
})

test('text from Google Docs keeps line breaks, checklists and footnote numbers, and loses invisible characters', () => {
  const pasted =
    pasteHtml(`<b id="docs-internal-guid-1" style="font-weight:normal"><p><span>Ask Ann</span><span><br></span><span>or&nbsp;Ben,\u00a0 by\u200b the&#8203; terri&shy;to\u00adry.</span></p>
    <ul><li role="checkbox" aria-checked="true"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="checked" aria-roledescription="checkbox"><p role="presentation"><span style="text-decoration:line-through">$149</span><span> $99</span><span style="vertical-align:super">1,2</span></p></li></ul></b>`)
  expect(pasted.lines).toEqual(['p Ask Ann\nor Ben, by the territory.', '•1 $149 $99¹,²'])
  expect(pasted.warnings).toEqual([expect.stringMatching(/^Struck-through words/)])
})

test.each([
  ['One\r\ntwo\r\n \t\r\nThree <4>', ['p One\ntwo', 'p Three <4>']],
  ['One\ntwo\n\nThree', undefined],
])(
  'plain text %j with Windows line ends becomes paragraphs; the editor handles other plain text',
  (text, lines) => {
    expect(paste({ 'text/plain': text }).lines).toEqual(lines)
  },
)

test('a field without lists and headings gets paragraphs', () => {
  const html = '<h1>One</h1><ol start="3"><li>two</li></ol>'
  expect(pasteHtml(html, block(['normal'], []))).toMatchObject({ lines: ['p One', 'p two'], warnings: [] })
})

test('the editor itself pastes text copied in the Studio', () => {
  expect(paste({ 'application/x-portable-text': '[]', 'text/html': '<p>x</p>' }).lines).toBeUndefined()
})
