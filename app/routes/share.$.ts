import type { LoaderFunctionArgs } from '@remix-run/node'
import { respondOr503 } from '#app/content/unavailable.server.ts'

/** The image of a shared link. Its URL contains a hash of its content. */
export const loader = ({ params, context }: LoaderFunctionArgs) =>
  respondOr503(context, async () => {
    const card = await context.shareCards.get(params['*'] ?? '')
    if (!card) throw new Response(null, { status: 404, statusText: 'Not Found' })
    if (card.kind === 'moved')
      return new Response(null, {
        status: 302,
        headers: { Location: card.to, 'Cache-Control': 'no-cache' },
      })
    return new Response(new Uint8Array(card.bytes), {
      headers: {
        'Content-Type': 'image/png',
        'Content-Length': String(card.bytes.length),
        'Cross-Origin-Resource-Policy': 'cross-origin',
        'Cache-Control': card.isComplete ? 'public, max-age=31536000, immutable' : 'no-store',
      },
    })
  })
