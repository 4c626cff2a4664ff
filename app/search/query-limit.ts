export const MAX_QUERY_CHARS = 100
