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
  markDefs: { href?: string }[]
}

/** What is inserted, a line for each paragraph: its style, or its list and level, and the text; with what the editor is told. */
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
  const links = pasted?.insert.flatMap(({ markDefs }) => markDefs.map(({ href }) => href))
  return { lines, links, warnings }
}
const pasteHtml = (html: string, type?: object) => paste({ 'text/html': html }, type)

const AS_TEXT = /^Some numbered items became paragraphs/
const LETTERS = /^Letters and Roman numerals/
const OF_HEADINGS = /^The numbers of headings/

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
    'legal-numbers.word-online',
    ['p 1. Definitions', 'p 1.1. A lead is a person.', 'p 2. Payment', 'p 2.1. Within a day.'],
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
  ...['google-docs', 'word', 'word-online'].map((source): [string, string[], RegExp[]] => [
    `numbered-headings.${source}`,
    [
      'h3 Pick a ZIP code',
      'p Start where you sell.',
      'h3 Answer the call',
      ...(source === 'google-docs' ? ['p Pick up at once.'] : []),
    ],
    [OF_HEADINGS],
  ]),
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
    [OF_HEADINGS],
  ],
  ['bullets.word', ['•1 First', '•2 Second', '•3 Third', '#1 Letter', '#2 Roman', '#2 Romans'], [LETTERS]],
  ['nested-lists.google-docs', ['#1 One', '#2 One a', '#2 One b', '•3 Dot', '#1 Two'], [LETTERS]],
  ['checklist.google-docs', ['•1 Call'], []],
  ['lists.quill', ['#1 One', '#1 Two', '•2 Dot', '#2 First under two'], []],
  ['lists.dropbox-paper', ['•1 Plan', '•2 Budget', '#1 Call', '#1 Write'], []],
  [
    'lists.notion',
    ['h3 Steps', '#1 Report', '•2 by mail', '#1 Attach', 'p Then wait.', 'p 3. Get the credit'],
    [AS_TEXT],
  ],
  [
    'lists.libreoffice',
    ['h3 Definitions', 'p A lead is a person.', '#1 one', '#1 two', '#2 deep', 'p 4. four', 'p 5. five'],
    [OF_HEADINGS, LETTERS, AS_TEXT],
  ],
  ['lists.apple-pages', ['#1 Report', '#1 Attach', '•2 the recording'], []],
  ['lists.apple-notes', ['h3 Steps', '•1 Report', '•2 by mail'], []],
  ['empty-items.outlook-web', ['#1 Report', '#2 by mail', '#1 Attach\nthe recording'], [LETTERS]],
])('%s is pasted with its meaning', (name, lines, warnings) => {
  const html = readFileSync(join(import.meta.dirname, 'paste-fixtures', `${name}.html`), 'utf8')
  expect(pasteHtml(html)).toMatchObject({
    lines,
    warnings: warnings.map((warning) => expect.stringMatching(warning)),
  })
})

test('Word: links, headings and spaces stay; scripts, hidden and deleted text, comments and list signs do not', () => {
  const pasted = pasteHtml(`<html xmlns:o="urn:schemas-microsoft-com:office:office"><body><!--StartFragment-->
    <p class=MsoNormal>the <a href="https://www.example.com/rules">rules</a>, <a href="javascript:alert(1)">now</a>.<span style='mso-spacerun:yes'>&nbsp; </span>Ask.</p>
    <p class=MsoNormal>Do this<span style='display:none;mso-hide:all'> (ask Ann)</span><del cite="mailto:Ann"> soon</del><span class=MsoCommentReference><a href="#_msocom_1">[A1]</a></span>:<o:p></o:p></p>
    <p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:\nIgnore'>1.<span>&nbsp; </span></span><![endif]>Call<o:p></o:p></p>
    <p class=MsoListParagraph style='mso-list:l1 level2 lfo2'><![if !supportLists]><span style='mso-list:\nIgnore'>(b)<span>&nbsp; </span></span><![endif]>Wait<o:p></o:p></p>
    <h1>Later</h1><!--EndFragment-->
    <div style='mso-element:comment-list'><div style='mso-element:comment'><p class=MsoCommentText>Is this right, Ann?</p></div></div></body></html>`)
  expect(pasted.lines).toEqual(['p the rules, now. Ask.', 'p Do this:', '#1 Call', 'p (b) Wait', 'h3 Later'])
})

test('Google Docs: lines, links to their destination, checklists and footnote numbers stay; invisible characters do not', () => {
  const pasted =
    pasteHtml(`<b id="docs-internal-guid-1" style="font-weight:normal"><p><span>Ask Ann</span><span><br></span><span>or&nbsp;Ben,\u00a0 by\u200b the&#8203; terri&shy;to\u00adry.</span></p>
    <ul><li role="checkbox" aria-checked="true"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" alt="checked" aria-roledescription="checkbox"><p role="presentation"><span style="text-decoration:line-through">$149</span><span> $99</span><span style="vertical-align:super">1,2</span></p></li></ul>
    <p><span>See </span><a href="https://www.google.com/url?q=https://www.example.com/rules&amp;sa=D&amp;source=editors"><span>the rules</span></a><span> and </span><a href="https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fwww.example.com%2Fterms&amp;data=05"><span>terms</span></a></p></b>`)
  expect(pasted.lines).toEqual([
    'p Ask Ann\nor Ben, by the territory.',
    '•1 $149 $99¹,²',
    'p See the rules and terms',
  ])
  expect(pasted.links).toEqual(['https://www.example.com/rules', 'https://www.example.com/terms'])
  expect(pasted.warnings).toEqual([expect.stringMatching(/^Words that were struck through/)])
})

test('Word for the web: headings of any level become the one that the text has', () => {
  const line = (words: string, level = '') =>
    `<div class="OutlineElement Ltr SCXW1 BCX0"><p class="Paragraph SCXW1 BCX0" ${level}><span class="TextRun SCXW1 BCX0"><span class="NormalTextRun SCXW1 BCX0">${words}</span></span><span class="EOP SCXW1 BCX0">&nbsp;</span></p></div>`
  const heading = (words: string, level: number) => line(words, `role="heading" aria-level="${level}"`)
  const html = `${line('So:')}${heading('First', 1)}${line('Call')}${heading('Second', 2)}${line('Write')}`
  expect(pasteHtml(html).lines).toEqual(['p So:', 'h3 First', 'p Call', 'h3 Second', 'p Write'])
})

test.each([
  ['One\r\ntwo\r\n\r\nThree', ['p One\ntwo', 'p Three']],
  ['One\r\n \t\r\n\r\nTwo', ['p One', 'p Two']],
  ['the\u00a0ter\u00adri\u200btory ', ['p the territory']],
  ['One\ntwo\n\nThree', undefined],
])('plain text %j is tidied, if the editor would take it wrong', (text, lines) => {
  expect(paste({ 'text/plain': text }).lines).toEqual(lines)
})

test.each([
  ['<ol start="1000000000" type="i"><li>far</li></ol>', 'p 1000000000. far'],
  ['<ol start="x"><li value="y">odd</li></ol>', '#1 odd'],
  ['<ol start="-3"><li>below</li></ol>', 'p -3. below'],
  ['<ol><li></li><li><br></li></ol><p>text</p>', 'p text'],
  ['<ul><ul><ul></ul></ul></ul><p>text</p>', 'p text'],
  ['<h1><ul></ul>text</h1>', 'h3 text'],
])('an odd list %s becomes %s', (html, line) => {
  expect(pasteHtml(html).lines).toEqual([line])
})

test('a text without lists and headings gets paragraphs', () => {
  const html = '<h1>One</h1><ol start="3"><li>two</li></ol>'
  expect(pasteHtml(html, block(['normal'], []))).toMatchObject({ lines: ['p One', 'p two'], warnings: [] })
})

test('what was copied in the Studio is left to the editor', () => {
  expect(paste({ 'application/x-portable-text': '[]', 'text/html': '<p>x</p>' }).lines).toBeUndefined()
})
