/** Names of the specification (7, "Other network use"). */
export const XSRF_COOKIE = 'XSRF-TOKEN'
export const XSRF_HEADER = 'X-XSRF-TOKEN'
/** Where a page's script gets its token; kept by nobody. */
export const XSRF_PATH = '/xsrf'

/** A random id, for as long as the browser is open, of a visitor whose page has fetched a token. */
export const VISITOR_COOKIE = 'visitor'
