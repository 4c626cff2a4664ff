/** Documents of which there is exactly one; their id is the name of their type. */
export const SINGLETONS = ['siteSettings', 'assistant']

/** Documents that publishing creates as evidence. Editors can't create, change or delete them. */
export const EARLIER_VERSIONS = ['policyVersion', 'consentVersion']
