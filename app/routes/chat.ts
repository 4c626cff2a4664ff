import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { answerMessage } from '#app/chat/answer.server.ts'
import { callContext } from '#app/forms/call-context.server.ts'
import { readForm } from '#app/forms/form-post.server.ts'

/** The texts of the chat panel. */
export async function loader({ context }: LoaderFunctionArgs) {
  const assistant = await context.content.assistant()
  if (!assistant) return Response.json({ error: 'The assistant has no texts yet.' }, { status: 404 })
  return Response.json(assistant, { headers: { 'Cache-Control': 'no-cache' } })
}

/** Replies to a visitor's message (specification 7, call 7). */
export async function action({ request, context }: ActionFunctionArgs) {
  const message = (await readForm(request)).get('message')
  if (typeof message !== 'string' || !message.trim()) {
    return Response.json({ error: 'A message is needed.' }, { status: 400 })
  }
  return Response.json(await answerMessage(message, context, callContext(request, context)))
}
