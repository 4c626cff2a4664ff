import { asciiEmail } from '#app/platform/email-address.ts'
import { escapeXml } from '#app/platform/xml.ts'

const ADDRESS = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/

/** Returns the e-mail address; undefined if it is invalid. Stricter than the browser's check. */
export function addressOf(typed: string): string | undefined {
  const email = asciiEmail(oneLine(typed))
  return ADDRESS.test(email) ? email : undefined
}

/** Removes line ends, which could add a header, and bidirectional controls, which could reverse an address. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim()
}

const DATE_TIME = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** Formats an ISO time in UTC. */
export const formatTime = (at: string): string =>
  `${DATE_TIME.format(new Date(at)).replaceAll('\u202f', ' ')} UTC`

/** `label: value` lines as plain text and as a table. `before` and `after` are paragraphs. */
export function mailBody(
  title: string,
  lines: [label: string, value: string][],
  { before = [], after = [] }: { before?: string[]; after?: string[] } = {},
): { text: string; html: string } {
  const rows = lines.map(
    // Without break-word a long word makes phones shrink the whole table.
    ([label, value]) =>
      `<tr><th align="left" valign="top">${escapeXml(label)}</th><td style="word-break:break-word">${escapeXml(value)}</td></tr>`,
  )
  const paragraphs = (texts: string[]) => texts.map((text) => `<p>${escapeXml(text)}</p>`).join('')
  const table = lines.map(([label, value]) => `${label}: ${value}`).join('\n')
  return {
    text: `${[...before, table, ...after].join('\n\n')}\n`,
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeXml(title)}</title>${paragraphs(before)}<table cellpadding="4">${rows.join('')}</table>${paragraphs(after)}</html>\n`,
  }
}
