/** Of Sanity's API, for all that the Studio asks: since this one drafts and versions are shown only to those who ask for them. */
export const API_VERSION = '2025-02-19'
