/**
 * The `handle` of a route whose responses depend only on path, content, reviews and, with `Vary: Cookie`, the chosen plan.
 * The server caches such pages (app/server/http/page-cache.ts).
 */
export const CACHEABLE = { cacheable: true } as const
