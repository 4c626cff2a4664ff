import { createHash } from 'node:crypto'
import { type CookieOptions, createCookie } from '@remix-run/node'
import { CompactEncrypt, compactDecrypt } from 'jose'
import type { z } from 'zod'

/** A cookie that only the site can read and make: its value is encrypted (JWE, A256GCM). */
export type SealedCookie<T> = {
  /** Null for a cookie that is missing, forged, sealed with another secret, or no longer of the right shape. */
  read(request: Request): Promise<T | null>
  /** A `Set-Cookie` value. */
  write(value: T): Promise<string>
  clear(): Promise<string>
}

export function sealedCookie<T>(
  name: string,
  schema: z.ZodType<T>,
  secret: string,
  options: Pick<CookieOptions, 'secure' | 'maxAge'> = {},
): SealedCookie<T> {
  const key = createHash('sha256').update(`${name} ${secret}`).digest()
  const cookie = createCookie(name, { httpOnly: true, sameSite: 'lax', path: '/', ...options })
  return {
    async read(request) {
      try {
        const sealed: unknown = await cookie.parse(request.headers.get('Cookie'))
        if (typeof sealed !== 'string') return null
        const { plaintext } = await compactDecrypt(sealed, key)
        return schema.safeParse(JSON.parse(new TextDecoder().decode(plaintext))).data ?? null
      } catch {
        return null
      }
    },
    async write(value) {
      const sealed = await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .encrypt(key)
      return cookie.serialize(sealed)
    },
    clear: () => cookie.serialize('', { maxAge: 0, expires: new Date(0) }),
  }
}
