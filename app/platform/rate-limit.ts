import { isIP, isIPv4, isIPv6 } from 'node:net'
import type { Pool } from 'pg'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Log } from '#app/platform/log.ts'
import { openPool } from '#app/platform/postgres.server.ts'

const MINUTE_S = 60
const HOUR_S = 3_600
/** The limit of an IPv6 /48 (one customer), as a multiple of that of a /64. */
const WIDER_SHARE = 4
const POOL_SIZE = 4
/** Maximum delay by a slow database, per window. */
const DATABASE_TIMEOUT_MS = 1_000
/** Created by the backend's migrations. Without it or the database, each process counts alone. */
const TABLE = 'rate_limits'

export type RateLimit = { perMinute: number; perHour?: number }
/** Counts one request of a client for a call. Resolves to the seconds to wait; 0 if it is allowed. */
export type RateLimiter = (address: string, call?: string) => Promise<number>
/** Counters in PostgreSQL, shared by all processes that use the same name. */
type Shared = { name: string; pool: Promise<Pool> }

/** Limits requests per client network. A refused request does not count for the longer window or the /48. */
export function createRateLimiter({ perMinute, perHour }: RateLimit, shared?: Shared): RateLimiter {
  const windows = [
    { points: perMinute, duration: MINUTE_S },
    ...(perHour === undefined ? [] : [{ points: perHour, duration: HOUR_S }]),
  ]
  const ready = openWindows()

  async function openWindows() {
    const pool = await shared?.pool
    return windows.map(({ points, duration }) =>
      [1, WIDER_SHARE].map((share): RateLimiterAbstract => {
        const options = { keyPrefix: `${shared?.name}-${duration}`, points: share * points, duration }
        const memory = new RateLimiterMemory(options)
        if (!pool) return memory
        return new RateLimiterPostgres({
          ...options,
          storeClient: pool,
          storeType: 'pool',
          tableName: TABLE,
          tableCreated: true,
          insuranceLimiter: memory,
        })
      }),
    )
  }

  return async (address, call = '') => {
    try {
      for (const limiters of await ready)
        for (const [index, { name }] of networks(address).entries())
          await limiters[index]!.consume(`${call} ${name}`)
      return 0
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return Math.ceil(refusal.msBeforeNext / 1_000)
    }
  }
}

/** Connections for shared rate limits. */
export const openRateLimitPool = (databaseUrl: string, log: Log): Promise<Pool> =>
  openPool(databaseUrl, log, {
    max: POOL_SIZE,
    connectionTimeoutMillis: DATABASE_TIMEOUT_MS,
    query_timeout: DATABASE_TIMEOUT_MS,
    allowExitOnIdle: true,
    application_name: 'rate limits',
    // A crash of the database may lose the last counts. Waiting for its disk made posts several times slower.
    options: '-c synchronous_commit=off',
  })

/** The networks of an address with their share of the limit: an IPv6 address has a /64 and a /48. */
export function networks(address: string): { name: string; share: number }[] {
  const name = network(address)
  if (!name.includes(':')) return [{ name, share: 1 }]
  return [
    { name, share: 1 },
    { name: `${name.split(':').slice(0, 3).join(':')}::/48`, share: WIDER_SHARE },
  ]
}

/** An IPv4 address, or the /64 of an IPv6 one. */
export function network(address: string): string {
  const plain = address.startsWith('::ffff:') && isIPv4(address.slice(7)) ? address.slice(7) : address
  if (!isIPv6(plain)) return isIP(plain) ? plain : 'unknown'
  const [head = '', tail] = plain.split('%')[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
