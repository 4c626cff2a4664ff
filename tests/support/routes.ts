/** The addresses of the specification's section 2 whose pages are the same for everybody. */
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

/** All 17. */
export const ROUTES = [...CONTENT_ROUTES, '/checkout']
