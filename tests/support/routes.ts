/** The routes of the specification's section 2 whose pages are the same for all visitors. */
export const CONTENT_ROUTES = [
  '/',
  '/pricing',
  '/how-it-works',
  '/about-us',
  '/contact-us',
  '/operational-framework',
  '/lead-gen-strategies',
  '/lead-nurturing',
  '/partner-playbook',
  '/resources',
  '/resources/speed-to-lead',
  '/privacy-policy',
  '/terms-of-use',
  '/terms-and-conditions',
  '/communication-policy',
  '/refund-policy',
]

/** All 17 routes of the specification. */
export const ROUTES = [...CONTENT_ROUTES, '/checkout']
