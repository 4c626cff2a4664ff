import { hash } from 'node:crypto'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { z } from 'zod'
import { cookieIn, HOST_PREFIX } from '#app/platform/cookie.ts'

/** All cookies of a visitor together; the site's own take some 2,000 characters. */
const MAX_COOKIE_CHARACTERS = 8_192

/** A cookie that only the site can read and make. */
type SealedCookie<T> = {
  /** Null for a cookie that is missing, forged, sealed with another secret, or no longer of the right shape. */
  read(request: Pick<Request, 'headers'>): Promise<T | null>
  /** A `Set-Cookie` value. */
  write(value: T): Promise<string>
  clear(): Promise<string>
}

/** Makes values that only the site can read and make (JWE, A256GCM); `purpose` keeps one kind from passing for another. */
export function sealer<T>(purpose: string, schema: z.ZodType<T>, secret: string) {
  const key = hash('sha256', `${purpose} ${secret}`, 'buffer')
  return {
    seal: (value: T): Promise<string> =>
      new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key),
    /** Null for a value that is forged, sealed with another secret or for another purpose, or no longer of the right shape. */
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

/** `name` also keeps one cookie's value from passing for another's. `maxAge` in seconds; without it, until the browser closes. */
export function sealedCookie<T>(
  name: string,
  schema: z.ZodType<T>,
  secret: string,
  { secure, maxAge, sameSite, partitioned }: Options = {},
): SealedCookie<T> {
  const { seal, open } = sealer(name, schema, secret)
  // Over https no other site of the same domain, and nothing on the way, can set it.
  const fullName = secure ? HOST_PREFIX + name : name
  // A sealed value is base64url and dots: it needs no encoding.
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
      // No browser stores a longer cookie: decoding this would only cost time.
      if ((cookies?.length ?? 0) > MAX_COOKIE_CHARACTERS) return null
      return open(cookieIn(cookies, fullName))
    },
    write: async (value) => line(await seal(value)),
    clear: async () => line('', 0),
  }
}
