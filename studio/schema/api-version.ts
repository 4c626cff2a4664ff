/** The version of Sanity's API that the Studio uses: the first whose default perspective is `published`. */
export const API_VERSION = '2025-02-19'
