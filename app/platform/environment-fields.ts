import { resolve } from 'node:path'
import { z } from 'zod'

/** Of a value; a path is never longer (Linux: 4096). */
const MOST_CHARS = 4_000
/** Enough to know a value by. */
const SHOWN_CHARS = 80

/**
 * What is set of an environment, without the blanks and line ends that a file of secrets, or one from Windows, leaves around
 * a value. An empty variable counts as unset.
 */
export const given = (env: Record<string, string | undefined>): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value.trim()]] : [])))

/** DATA_DIR: whole, wherever the process goes later. Quotes and ~ are the shell’s to take away; from a file they may come as they are. */
export const dataDir = z
  .string()
  .min(1, 'must be a folder')
  .max(MOST_CHARS, `must be a folder’s path, of at most ${MOST_CHARS} characters`)
  .regex(/^[^"'~]/, 'must be a folder’s path, without quotes around it or a ~')
  .default('.data')
  .transform((path) => resolve(path))

/** A whole number, in digits alone: nothing would count as 0. */
export function whole(least: number, most: number, what = `a whole number from ${least} to ${most}`) {
  const error = `must be ${what}`
  return z
    .string()
    .regex(/^\d+$/, { error, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error, abort: true })
}
export const port = whole(1, 65_535, 'a port from 1 to 65535')
export const positiveInteger = whole(1, Number.MAX_SAFE_INTEGER, 'a whole number from 1 on')

/** `URL` takes two addresses with a comma for one. */
export const httpUrl = z.url({
  protocol: /^https?$/,
  hostname: /^[^,]+$/,
  error: 'must be an http(s) address',
  abort: true,
})

/** An address without a path, as browsers name it. */
export const origin = httpUrl
  .refine((url) => {
    const address = new URL(url)
    return /^\/+$/.test(address.pathname) && isBare(address)
  }, 'must be an address without a path')
  .transform((url) => new URL(url).origin)

/** A value as a complaint repeats it: in quotes, on one line, and of a long one its beginning. */
export function asGiven(value = ''): string {
  const rest = value.length - SHOWN_CHARS
  return rest > 0
    ? `${JSON.stringify(value.slice(0, SHOWN_CHARS))} and ${rest} characters more`
    : JSON.stringify(value)
}

/**
 * The same of what may be an address, without the user and the password that may stand in it: a password may have any sign in
 * it, and one that had to be written as %2F is what is wrong most often.
 */
export const addressAsGiven = (value = ''): string => asGiven(value.replace(/^([^/]*\/\/)?.*@/s, '$1…@'))

/** Whether no user and no password stand in an address: `fetch` takes no others, and says all of the address where it refuses it. */
export const hasNoUser = ({ username, password }: URL): boolean => !(username || password)
/** Whether paths can be put behind an address. */
export const isBare = (url: URL): boolean => !/[?#]/.test(url.href) && hasNoUser(url)
