import type { Finding, Level, Rule } from '#studio/validation/rule.ts'
import { walk } from '#studio/validation/walk.ts'
import { INVALID_ADDRESS, opensInBrowser } from '#studio/validation/web-address.ts'

/** Every field that holds an address outside of this site. */
export const ADDRESS_FIELDS = ['href', 'url', 'logoUrl', 'mapsUrl', 'companyUrl']

/** Refuses addresses that visitors cannot open. */
export const linkAddress: Rule = {
  name: 'link-address',
  title: 'Addresses that visitors cannot open',
  help: 'An address has a typing mistake, is not on the public web, or belongs to a test copy of a site. Type the address that visitors would use.',
  level: 'error',
  blocksReleases: true,
  check: (document) =>
    [...walk(document)].flatMap(({ kind, path, value }): Finding[] =>
      kind !== 'object'
        ? []
        : ADDRESS_FIELDS.flatMap((field) => {
            const address = value[field]
            const problem = typeof address === 'string' && address && problemOf(address.trim())
            return problem ? [{ path: [...path, field], value: String(address), ...problem }] : []
          }),
    ),
}

type Problem = { message: string; level?: Level }

/** What the field itself refuses (another scheme, an address that does not parse) is not repeated. */
function problemOf(address: string): Problem | undefined {
  const { protocol, hostname: host } = URL.parse(address) ?? {}
  const rest = address.slice(address.indexOf(':') + 1)
  if (protocol === 'mailto:')
    return isMailto(rest) ? undefined : { message: `“${rest}” is not an e-mail address. Correct it.` }
  if (protocol === 'tel:')
    return isPhone(rest)
      ? undefined
      : {
          message: `“${rest}” is not a phone number. Type it in international form, for instance tel:+13025550142.`,
        }
  if (protocol !== 'https:' || !host) return undefined
  if (!host.includes('.') || host.startsWith('[') || /^[\d.]+$/.test(host) || PRIVATE.test(host))
    return {
      message: `Visitors cannot reach “${host}”, which is not on the public web. Type a public address.`,
    }
  if (!opensInBrowser(address)) return { message: INVALID_ADDRESS }
  return TEST_COPY.test(host)
    ? {
        message: `“${host}” looks like a test copy of a site. Link to the site that visitors use.`,
        level: 'warning',
      }
    : undefined
}

const PRIVATE = /\.(?:localhost|local|internal|lan|test|invalid)$/
const TEST_COPY = /^(?:[^.]+\.)*(?:staging|stage|preview|dev|test|qa|uat|sandbox)\.[^.]+\.[^.]+/

/** One or more addresses; none where only a subject or text is given (“Send this to a friend”). */
function isMailto(rest: string): boolean {
  const [to = '', fields] = rest.split('?')
  return Boolean(fields && !to) || to.split(',').every((one) => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(one))
}

/** Three digits (711), or a whole number with an optional extension (RFC 3966; phones take a comma, too). */
function isPhone(rest: string): boolean {
  const number = rest.replaceAll('%20', ' ')
  // A North American number has ten digits behind +1.
  const isTooShort = /^\+1(?!\d{10}(?:[;,]|$))/.test(number.replaceAll(/[\s().-]/g, ''))
  return /^(?:[2-9]\d\d|\+?[\d\s().-]{7,20}(?:[;,].+)?)$/.test(number) && !isTooShort
}
