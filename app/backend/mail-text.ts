import { asciiEmail } from '#app/platform/email-address.ts'
import { xml } from '#app/platform/xml.ts'

/** Stricter than the browser’s check. */
const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/

/** The address to write to; undefined where what was typed is only to be shown in the text. */
export function addressOf(typed: string): string | undefined {
  const email = asciiEmail(oneLine(typed))
  return ADDRESS.test(email) ? email : undefined
}

/**
 * Line ends and other control characters would start a new header or line; signs that turn the order of reading around would
 * have the address behind a name read backwards.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim()
}

const IN_WORDS = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** A moment (ISO) in words. With its zone: where the reader is it may be the evening before. */
export const inWords = (at: string): string =>
  `${IN_WORDS.format(new Date(at)).replaceAll('\u202f', ' ')} UTC`

/** `label: value` lines as plain text and as a table. `before` and `after` are paragraphs. */
export function mailBody(
  title: string,
  lines: [label: string, value: string][],
  { before = [], after = [] }: { before?: string[]; after?: string[] } = {},
): { text: string; html: string } {
  const rows = lines.map(
    // A long word that did not break would make a phone’s mail app show the whole table tiny.
    ([label, value]) =>
      `<tr><th align="left" valign="top">${xml(label)}</th><td style="word-break:break-word">${xml(value)}</td></tr>`,
  )
  const paragraphs = (texts: string[]) => texts.map((text) => `<p>${xml(text)}</p>`).join('')
  const table = lines.map(([label, value]) => `${label}: ${value}`).join('\n')
  return {
    text: `${[...before, table, ...after].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${xml(title)}</title>${paragraphs(before)}<table cellpadding="4">${rows.join('')}</table>${paragraphs(after)}</html>\n`,
  }
}
