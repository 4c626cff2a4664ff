import { type RequestLog, respondOr503 } from '#app/content/unavailable.server.ts'

/** Responds with a text file, or with 503 while there is no content. */
export const textFile = (
  context: RequestLog,
  type: string,
  render: () => string | Promise<string>,
): Promise<Response> =>
  respondOr503(context, async () => {
    const headers = { 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': 'no-cache' }
    return new Response(await render(), { headers })
  })
