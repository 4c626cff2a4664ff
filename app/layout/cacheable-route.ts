/**
 * The `handle` of a route whose responses depend only on path, content, reviews and chosen plan (then with `Vary: Cookie`).
 * The server renders such a page once for everybody (app/server/http/page-cache.ts).
 */
export const CACHEABLE = { cacheable: true } as const
