/** What is looked for is a few words; the rest of a longer text is not read. */
export const MAX_QUERY_CHARS = 100
