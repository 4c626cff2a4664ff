/**
 * What a route exports as `handle` whose answers depend on its path, on content, on the list of reviews and on the chosen
 * plan (then with `Vary: Cookie`), and on nothing else: not on the query, not on other cookies or headers. The server
 * renders it once for everybody (app/server/http/page-cache.ts).
 */
export const SAME_FOR_ALL = { sameForAll: true } as const
