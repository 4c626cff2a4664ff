import type { AppLoadContext, LoaderFunctionArgs } from '@remix-run/node'
import { answerOfContent } from '#app/content/unavailable.server.ts'

/** The picture that a shared link shows. Its address names what is drawn, so it is kept for good. */
export const loader = ({ params, context }: LoaderFunctionArgs) =>
  answerOfContent(context, () => picture(params['*'] ?? '', context.sharePictures))

async function picture(file: string, pictures: AppLoadContext['sharePictures']): Promise<Response> {
  const answer = await pictures.answer(file)
  if (!answer) throw new Response(null, { status: 404, statusText: 'Not Found' })
  if (answer.kind === 'moved')
    return new Response(null, {
      status: 302,
      headers: { Location: answer.to, 'Cache-Control': 'no-cache' },
    })
  return new Response(new Uint8Array(answer.bytes), {
    headers: {
      'Content-Type': 'image/png',
      'Content-Length': String(answer.bytes.length),
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': answer.whole ? 'public, max-age=31536000, immutable' : 'no-store',
    },
  })
}
