import { z } from 'zod'
import { HttpError } from '#app/backend/http/http-error.ts'

/** Text up to `max` UTF-16 units. PostgreSQL can't store NUL or lone surrogates. */
export const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\0'), 'must not contain NUL')
    .transform((value) => value.replace(/\p{Surrogate}/gu, '\uFFFD'))

/** Parses a body or a query string by its schema. Throws HttpError 422 that names the bad fields. */
export function readDocument<T>(schema: z.ZodType<T>, json: unknown): T {
  const { success, data, error } = schema.safeParse(json)
  if (success) return data
  const messages = error.issues.map(
    ({ path, message }) => `${path.join('.') || 'body'}: ${lowerFirst(message)}`,
  )
  throw new HttpError(422, [...new Set(messages)].slice(0, 10).join('; '))
}

const lowerFirst = (message: string) => message.charAt(0).toLowerCase() + message.slice(1)
