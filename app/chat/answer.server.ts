import type { AppLoadContext } from '@remix-run/node'
import { cannedReply } from '#app/chat/canned-reply.ts'
import type { CallContext } from '#app/host/client.server.ts'

/** Returns the backend's reply. If the backend fails or takes longer than 10 s, returns a canned reply (specification 8). */
export async function answerMessage(
  message: string,
  { host, content, log }: AppLoadContext,
  context: CallContext,
): Promise<{ reply: string }> {
  try {
    return { reply: await host.chat(message, context) }
  } catch (error) {
    log('warn', 'chat: answered with a canned reply', { requestId: context.requestId, error: String(error) })
    const assistant = await content.assistant()
    return { reply: assistant?.replies ? cannedReply(message, assistant.replies) : '' }
  }
}
