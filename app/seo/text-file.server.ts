import { answerOfContent, type Told } from '#app/content/unavailable.server.ts'

/**
 * A file made of content, fresh each time; those that are kept for all get their tag with the pages (app/server/page.ts).
 * A 503 while there is no content to make it of.
 */
export const textFile = (told: Told, type: string, make: () => string | Promise<string>): Promise<Response> =>
  answerOfContent(told, async () => {
    const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' }
    return new Response(await make(), { headers })
  })
