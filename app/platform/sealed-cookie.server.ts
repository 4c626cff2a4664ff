import { hash } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { z } from 'zod'
import { HOST_PREFIX, readCookie } from '#app/platform/cookie.ts'

/** The limit of all cookies together. The site's take about 2,000 characters. */
const MAX_COOKIE_CHARACTERS = 8_192

type SealedCookie<T> = {
  /** Null if the cookie is missing, forged, or does not fit the schema. */
  read(request: Pick<Request, 'headers'>): Promise<T | null>
  /** A `Set-Cookie` value. */
  write(value: T): Promise<string>
  clear(): Promise<string>
}

/** Encrypts values for the site itself (JWE, A256GCM). A value of one `purpose` can't be used for another. */
export function sealer<T>(purpose: string, schema: z.ZodType<T>, secret: string) {
  const key = hash('sha256', `${purpose} ${secret}`, 'buffer')
  return {
    seal: (value: T): Promise<string> =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key),
    /** Null if the value is forged, sealed with another secret or purpose, or does not fit the schema. */
    async open(sealed: unknown): Promise<T | null> {
      if (typeof sealed !== 'string') return null
      try {
        const { plaintext } = await compactDecrypt(sealed, key)
        return schema.safeParse(JSON.parse(new TextDecoder().decode(plaintext))).data ?? null
      } catch {
        return null
      }
    },
  }
}

type Options = { secure?: boolean; maxAge?: number; sameSite?: 'none'; partitioned?: boolean }

/** A cookie that only the site can read and create. Without `maxAge` (seconds), it ends with the browser. */
export function sealedCookie<T>(
  name: string,
  schema: z.ZodType<T>,
  secret: string,
  { secure, maxAge, sameSite, partitioned }: Options = {},
): SealedCookie<T> {
  const { seal, open } = sealer(name, schema, secret)
  const fullName = secure ? HOST_PREFIX + name : name
  const line = (value: string, seconds = maxAge): string =>
    [
      `${fullName}=${value}`,
      ...(seconds === undefined ? [] : [`Max-Age=${seconds}`]),
      'Path=/',
      'HttpOnly',
      ...(secure ? ['Secure'] : []),
      ...(partitioned ? ['Partitioned'] : []),
      `SameSite=${sameSite === 'none' ? 'None' : 'Lax'}`,
    ].join('; ')
  return {
    async read({ headers }) {
      const cookies = headers.get('Cookie')
      // Decrypting a longer header costs time.
      if ((cookies?.length ?? 0) > MAX_COOKIE_CHARACTERS) return null
      return open(readCookie(cookies, fullName))
    },
    write: async (value) => line(await seal(value)),
    clear: async () => line('', 0),
  }
}
