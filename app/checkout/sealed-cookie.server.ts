import { hash } from 'node:crypto'
import { type CookieOptions, createCookie } from '@remix-run/node'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { z } from 'zod'
import { HOST_PREFIX } from '#app/platform/cookie.ts'

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
    /** Null for what is forged, sealed with another secret or for another purpose, or no longer of the right shape. */
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

/**
 * How a sealed value stands in a header: as it is. Remix writes every value as base64 of its JSON, which makes this one, base64
 * already, larger by a third; what was written so before is read still.
 */
const plain: Pick<CookieOptions, 'encode' | 'decode'> = {
  encode: (remix) => remix && JSON.parse(atob(remix)),
  decode: (value) => (value.includes('.') ? btoa(JSON.stringify(value)) : decodeURIComponent(value)),
}

/** `name` also keeps one cookie's value from passing for another's. */
export function sealedCookie<T>(
  name: string,
  schema: z.ZodType<T>,
  secret: string,
  options: Pick<CookieOptions, 'secure' | 'maxAge' | 'sameSite' | 'partitioned'> = {},
): SealedCookie<T> {
  const { seal, open } = sealer(name, schema, secret)
  // Over https no other site of the same domain, and nothing on the way, can set it.
  const cookie = createCookie(options.secure ? HOST_PREFIX + name : name, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    ...plain,
    ...options,
  })
  return {
    async read(request) {
      // No browser stores a longer cookie: decoding this would only cost time.
      if ((request.headers.get('Cookie')?.length ?? 0) > MAX_COOKIE_CHARACTERS) return null
      // Remix's parser throws for a value that it did not write.
      const sealed: unknown = await cookie.parse(request.headers.get('Cookie')).catch(() => null)
      return open(sealed)
    },
    write: async (value) => cookie.serialize(await seal(value)),
    clear: () => cookie.serialize('', { maxAge: 0 }),
  }
}
