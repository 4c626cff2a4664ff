import type { Finding, Rule } from '#studio/validation/rule.ts'
import { walk } from '#studio/validation/walk.ts'
import { INVALID_ADDRESS, isPublic } from '#studio/validation/web-address.ts'

/** The fields with an address outside of this site. */
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
            const problem = typeof address === 'string' && problemOf(address.trim())
            return problem ? [{ path: [...path, field], value: String(address), ...problem }] : []
          }),
    ),
}

const TEST_COPY = /^(?:[^.]+\.)*(?:staging|stage|preview|dev|test|qa|uat|sandbox)\.[^.]+\.[^.]+/
/** A link may have only a subject or text, for instance "Send this to a friend". */
const MAILTO = /^mailto:(?:(?:[^\s@?,]+@[^\s@?,.]+(?:\.[^\s@?,.]+)+,?)+(?:\?|$)|\?.)/
const TEL = /^tel:\+?(?:%20|[\d\s().-]){3,20}(?:[;,].+)?$/

/** The field itself refuses other schemes and addresses that do not parse. */
function problemOf(address: string): Pick<Finding, 'message' | 'level'> | undefined {
  const { protocol, hostname } = URL.parse(address) ?? {}
  if (protocol === 'mailto:' && !MAILTO.test(address))
    return { message: `“${address}” holds no e-mail address. Correct it.` }
  if (protocol === 'tel:' && !TEL.test(address))
    return {
      message: `“${address}” holds no phone number. Type it in international form: tel:+13025550142.`,
    }
  if (protocol !== 'https:') return undefined
  if (!isPublic(address)) return { message: `Visitors cannot open “${hostname}”. ${INVALID_ADDRESS}` }
  if (!TEST_COPY.test(hostname!)) return undefined
  return {
    message: `“${hostname}” looks like a test copy of a site. Link to the site that visitors use.`,
    level: 'warning',
  }
}
