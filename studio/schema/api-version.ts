/** The first version of Sanity's API whose default perspective is `published`. */
export const API_VERSION = '2025-02-19'
