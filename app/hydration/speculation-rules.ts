/** Pages that are made for one visitor, do something, or are files for machines. */
const NOT_FETCHED = ['/checkout*', '/preview/*', '/api/*', '/media/*', '/share/*', '/*.*']

/**
 * What the browser may fetch before a link is followed (HTML, "Speculation rules"), until React has taken over and fetches
 * a page's data instead (page-link.tsx). Links to elsewhere are none of its business.
 */
export const SPECULATION_RULES = JSON.stringify({
  prefetch: [
    {
      where: { and: [{ href_matches: '/*' }, { not: { href_matches: NOT_FETCHED } }] },
      eagerness: 'moderate',
    },
  ],
})
