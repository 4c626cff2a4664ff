import { resolve } from 'node:path'
import { z } from 'zod'

/** Linux paths end at 4,096. */
const MAX_CHARS = 4_000
const MAX_SHOWN_CHARS = 80

/** Trims all variables. Empty and blank ones count as unset. */
export const trimVariables = (env: Record<string, string | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )

/** An absolute path. Quotes and ~ are rejected, because only a shell removes them. */
export const dataDir = z
  .string()
  .min(1, 'must be a folder')
  .max(MAX_CHARS, `must be a folder’s path, of at most ${MAX_CHARS} characters`)
  .regex(/^[^"'~]/, 'must be a folder’s path, without quotes around it or a ~')
  .default('.data')
  .transform((path) => resolve(path))

/** A whole number in digits. */
export function wholeNumber(min: number, max: number, description = `a whole number from ${min} to ${max}`) {
  const error = `must be ${description}`
  return z
    .string()
    .regex(/^\d+$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error, abort: true })
}
export const port = wholeNumber(1, 65_535, 'a port from 1 to 65535')
export const positiveInteger = wholeNumber(1, Number.MAX_SAFE_INTEGER, 'a whole number from 1 on')

/** Rejects commas, because `URL` parses two addresses with a comma as one. */
export const httpUrl = z.url({
  protocol: /^https?$/,
  hostname: /^[^,]+$/,
  error: 'must be an http(s) address',
  abort: true,
})

/** An origin. */
export const origin = httpUrl
  .refine((url) => {
    const address = new URL(url)
    return /^\/+$/.test(address.pathname) && isBaseUrl(address)
  }, 'must be an address without a path')
  .transform((url) => new URL(url).origin)

/** Quotes a value for an error message and cuts it at 80 characters. */
export function quoteValue(value = ''): string {
  const rest = value.length - MAX_SHOWN_CHARS
  return rest > 0
    ? `${JSON.stringify(value.slice(0, MAX_SHOWN_CHARS))} and ${rest} characters more`
    : JSON.stringify(value)
}

/** Like `quoteValue`, for a URL: hides user and password. */
export const quoteUrl = (value = ''): string => quoteValue(value.replace(/^([^/]*\/\/)?.*@/s, '$1…@'))

/** `fetch` rejects URLs with a user or password, and prints them. */
export const hasNoCredentials = ({ username, password }: URL): boolean => !(username || password)
/** Whether paths can be appended to a URL. */
export const isBaseUrl = (url: URL): boolean => !/[?#]/.test(url.href) && hasNoCredentials(url)
