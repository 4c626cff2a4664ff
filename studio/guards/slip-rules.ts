import { type Finding, found, type Rule } from '#studio/guards/rule.ts'
import { localDate } from '#studio/schema/dates.ts'
import { saysSomething } from '#studio/schema/rules.ts'
import type { PublishedContent } from '#studio/validation/published-content.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { type Block, blockText, walk } from '#studio/validation/walk.ts'

/** Words that hold the place of others. Capitals count where the same letters are an ordinary word. */
const PLACEHOLDERS = [
  /lorem ipsum|dolor sit amet|\[(?:insert|your|todo|tbd|placeholder|link|name|date|figure)\b[^[\]]*\]|\bx{3,5}\b/i,
  /\b(?:TODO|TBD|TBC|FIXME)\b|\{\{[^{}]*\}\}/,
]

/** Words that were to be replaced, and were not. */
export const placeholders: Rule = (document) =>
  [...walk(document)].flatMap((place): Finding[] => {
    if (place.kind === 'object') return []
    const text = place.kind === 'block' ? blockText(place.value) : place.value
    const words = PLACEHOLDERS.map((pattern) => pattern.exec(text)?.[0]).find(Boolean)
    return words
      ? found(
          'placeholder',
          place.path,
          `“${words}” holds the place of other words: write them, or take it out.`,
        )
      : []
  })

/** Markdown, as chat assistants and notes hand it over: bold words, a link, a heading, a table. */
const MARKDOWN =
  /(?<![^\s(“"])\*\*(?=[^\s*)”])[^*\n]*[^\s*]\*\*|\[[^[\]\n]+\]\((?:https?:|mailto:|\/)[^()\s]*\)|^#{2,6} +\S.*$|^\|(?: *:?-+:? *\|)+/m

/** Signs that visitors would read, since a text of ours has its bold words, links and headings by other means. */
export const markdown: Rule = (document) =>
  [...walk(document)].flatMap((place): Finding[] => {
    if (place.kind === 'object') return []
    const [signs] = MARKDOWN.exec(place.kind === 'block' ? blockText(place.value) : place.value) ?? []
    return signs
      ? found(
          'markdown',
          place.path,
          `“${signs}” has signs as chat assistants and notes write them (Markdown): visitors would read those. Take them out; a text has buttons for it.`,
        )
      : []
  })

/** Fields that look empty and are not: what is used where they are empty is not used then. Of some another rule says it. */
export const blanks: Rule = (document) =>
  document._type === 'siteSettings'
    ? []
    : [...walk(document)].flatMap((place): Finding[] =>
        place.kind === 'string' && place.value && !saysSomething(place.value) && place.path.at(-1) !== 'alt'
          ? found('blank', place.path, 'A field looks empty and holds a space: take it out.')
          : [],
      )

const ADDRESS_FIELDS = ['href', 'url', 'logoUrl', 'mapsUrl', 'companyUrl']

/** Addresses that lead a visitor nowhere: of this machine or an office's network, of a copy for trying things out, mistyped ones. */
export const addressShapes: Rule = (document) =>
  [...walk(document)].flatMap(({ kind, path, value }): Finding[] =>
    kind !== 'object'
      ? []
      : ADDRESS_FIELDS.flatMap((field) => {
          const address = value[field]
          const message = typeof address === 'string' && address && addressProblem(address.trim())
          return message ? found('address-shape', [...path, field], message) : []
        }),
  )

/** What is wrong with an address (https:, mailto:, tel:) before anybody has tried it. */
function addressProblem(address: string): string | undefined {
  const rest = address.replace(/^[a-z]+:/i, '')
  if (/^mailto:/i.test(address)) {
    const [to = '', fields] = rest.split('?')
    // Without an address it is for whoever reads it to choose one, as in “Send this to a friend”.
    return (fields && !to) || to.split(',').every((one) => EMAIL.test(one))
      ? undefined
      : `“${rest}” is no e-mail address.`
  }
  const number = rest.replaceAll('%20', ' ')
  if (/^tel:/i.test(address))
    return PHONE.test(number) && !SHORT.test(number.replaceAll(/[\s().-]/g, ''))
      ? undefined
      : `“${rest}” is no phone number. Type it in its international form, for instance tel:+13025550142.`
  const { protocol = '', hostname: host } = URL.parse(address) ?? {}
  if (UNFOLLOWED.test(protocol))
    return `“${protocol}” leads visitors nowhere. Type an address that begins with https://.`
  if (!host) return undefined
  if (!host.includes('.') || host.startsWith('[') || /^[\d.]+$/.test(host) || INSIDE.test(host))
    return `Visitors don’t reach “${host}”: it is no address of the public web.`
  return TRIAL.test(host)
    ? `“${host}” looks like a copy for trying things out. Link to the site that visitors know.`
    : undefined
}

/** What browsers and React refuse, and what only its author's machine has. */
const UNFOLLOWED = /^(?:javascript|vbscript|data|blob|file|about):$/
const EMAIL = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/
/** One of three digits (711), or a whole one with an extension where it has one (RFC 3966; phones take a comma, too). */
const PHONE = /^(?:[2-9]\d\d|\+?[\d\s().-]{7,20}(?:[;,].+)?)$/
/** Of North America, with a digit too few or too many. */
const SHORT = /^\+1(?!\d{10}(?:[;,]|$))/
const INSIDE = /\.(?:localhost|local|internal|lan|test|invalid)$/
const TRIAL = /^(?:[^.]+\.)*(?:staging|stage|preview|dev|test|qa|uat|sandbox)\.[^.]+\.[^.]+/

/** E-mail and phone of Settings, typed: they would not follow it. */
export const typedContact: Rule = (document, { settings }) => {
  // An import may have anything there.
  const email = String(settings?.email ?? '').toLowerCase()
  const phone = national(String(settings?.phone ?? ''))
  return [...walk(document)].flatMap(({ kind, path, value }): Finding[] => {
    if (kind !== 'block') return []
    const text = blockText(value)
    const mails = text.match(/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g) ?? []
    const numbers = text.match(/\+?\(?\d[\d\s().-]{7,}\d/g) ?? []
    const typed =
      mails.find((mail) => mail.toLowerCase() === email) ??
      numbers.find((number) => phone && national(number) === phone)
    return typed
      ? found(
          'typed-contact',
          path,
          `“${typed.trim()}” is typed, and stands in Settings too. Insert “Brand or contact data” from the menu instead: the text then follows Settings.`,
        )
      : []
  })
}

/** The digits of a number, without the country's of North America. */
export const national = (number: string) => number.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '')

const FIRST_YEAR = 2000

/**
 * Dates with what looks like a mistyped year, and articles whose day is yet to come when visitors first see them. `publishAt`:
 * when it goes out (ISO date and time), unless at once.
 */
export const unlikelyDates = (
  document: StoredDocument,
  _: PublishedContent,
  publishAt?: string,
): Finding[] => {
  const field = { article: 'date', policy: 'effectiveDate' }[document._type]
  const date = field && document[field]
  if (!field || typeof date !== 'string') return []
  const say = (message: string) => found('unlikely-date', [field], message)
  const yearsAhead = Number(date.slice(0, 4)) - new Date().getFullYear()
  if (Number(date.slice(0, 4)) < FIRST_YEAR || yearsAhead > 1) return say(`${date}: is the year right?`)
  const later = [publishAt, document.showFrom].map((time) => Date.parse(String(time)) || 0)
  return document._type === 'article' && date > localDate(new Date(Math.max(Date.now(), ...later)))
    ? say(
        'This day is yet to come, and visitors read it under the article, which stands first in the list until then. To put the article off there is “Show from”.',
      )
    : []
}

/** What carriers ask of a consent to text messages, and what it is said by. */
const ASKED_OF_CONSENT: [string, RegExp][] = [
  ['STOP', /\bSTOP\b/],
  ['HELP', /\bHELP\b/],
  ['that the frequency varies', /freq/i],
  ['that message and data rates may apply', /rates/i],
]

/** A consent to text messages that lacks what it has to say. */
export const consentWords: Rule = (document) => {
  const { sms } = (document.consents ?? {}) as { sms?: Block[] }
  if (document._type !== 'siteSettings' || !Array.isArray(sms) || sms.length === 0) return []
  const text = sms.map(blockText).join(' ')
  const missing = ASKED_OF_CONSENT.filter(([, said]) => !said.test(text)).map(([what]) => what)
  return missing.length > 0
    ? found(
        'consent-words',
        ['consents', 'sms'],
        `A consent to text messages has to say this too: ${missing.join(', ')}.`,
      )
    : []
}
