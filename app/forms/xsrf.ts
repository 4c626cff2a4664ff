/** Names of the specification (7, "Other network use"). */
export const XSRF_COOKIE = 'XSRF-TOKEN'
export const XSRF_HEADER = 'X-XSRF-TOKEN'
/** The path from which a page's script gets its token. */
export const XSRF_PATH = '/xsrf'

/** A session cookie with a random id, set together with the token. */
export const VISITOR_COOKIE = 'visitor'
