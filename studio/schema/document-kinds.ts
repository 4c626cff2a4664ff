/** Documents of which there is exactly one; their id is the name of their type. */
export const SINGLETONS = ['siteSettings', 'assistant']

/** Documents that publishing makes, as evidence: nobody creates, edits or deletes one. */
export const KEPT_VERSIONS = ['policyVersion', 'consentVersion']
