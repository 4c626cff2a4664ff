import { z } from 'zod'
import type { Assistant } from '#app/backend/assistant/assistant.ts'
import type { Route } from '#app/backend/http/app.ts'
import { HttpError } from '#app/backend/http/http-error.ts'
import { readDocument, text } from '#app/backend/http/validation.ts'
import type { RateLimiter } from '#app/platform/rate-limit.ts'

/** The size limit of a body. */
const MAX_CHARS = 64 * 1024
const chatSchema = z.object({ message: text(MAX_CHARS) })

/** Section 7, call 7. `limit` is for all visitors together, beside the limit of each. */
export function chatRoute(assistant: Assistant, limit: RateLimiter): Route {
  return {
    method: 'POST',
    path: '/api/chat/chat-here',
    call: 'chat',
    async run({ json, evidence, requestId }) {
      const { message } = readDocument(chatSchema, json)
      if (message.trim() === '') throw new HttpError(400, 'The message is blank')
      const wait = await limit('all visitors')
      if (wait) throw new HttpError(429, 'Too many questions at once', { 'retry-after': String(wait) })
      const reply = await assistant.reply(message, { visitor: evidence?.session, requestId })
      return { status: 200, body: { message: reply } }
    },
  }
}
