import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { readForm } from '#app/forms/form-post.server.ts'

const HOUR_MS = 60 * 60 * 1000
const MAX_HOURS = 24 * 14

export const loader = () => redirect('/')

/**
 * Creates the link of "Share preview" in the Studio: `{url, until}`, with `until` in epoch ms. The request contains a
 * one-time secret that only editors can write into the lake.
 */
export async function action({ request, context: { previews } }: ActionFunctionArgs) {
  const headers = { ...previews.corsHeaders(request), 'Cache-Control': 'no-store' }
  const refuse = (status: number, error: string) => Response.json({ error }, { status, headers })

  const form = await readForm(request)
  const hours = Number(form.get('hours'))
  const missing = previews.missingSetting()
  if (missing) return refuse(503, missing)
  if (!(hours > 0 && hours <= MAX_HOURS))
    return refuse(400, `A link is good for at most ${MAX_HOURS / 24} days.`)
  if (!(await previews.acceptSecret(String(form.get('secret') ?? ''))))
    return refuse(401, 'The Studio’s secret is wrong, has expired or was used before. Please try again.')

  const id = String(form.get('id') ?? '')
  if (!(await previews.pathOf(id)))
    return refuse(404, 'This document has no page yet: give it an address first.')
  const until = Date.now() + hours * HOUR_MS
  return Response.json({ url: await previews.link(id, until), until }, { headers })
}
