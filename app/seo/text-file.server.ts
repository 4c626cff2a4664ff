import { orUnavailable, type RequestLog } from '#app/content/unavailable.server.ts'

/** Responds with a text file made of content, or with 503 while there is no content. */
export const textFile = (
  context: RequestLog,
  type: string,
  make: () => string | Promise<string>,
): Promise<Response> =>
  orUnavailable(context, async () => {
    const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' }
    return new Response(await make(), { headers })
  })
