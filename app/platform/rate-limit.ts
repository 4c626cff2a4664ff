import { isIP, isIPv6 } from 'node:net'
import { LRUCache } from 'lru-cache'

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
/** So many pairs of address and call are remembered; beyond, the one that was begun first is forgotten. */
const MAX_ENTRIES = 20_000

/** How often one address may make one call. */
export type Budget = { perMinute: number; perHour: number }
/** Spends one. Gives 0, or after how many seconds there will be one again. */
export type Spender = { spend(call: string, address: string): number | Promise<number> }

/** The windows that run for one pair; starts in ms. */
export type Windows = { minuteStart: number; minuteCount: number; hourStart: number; hourCount: number }

/**
 * How often one address may make one call. A window begins with its first request and ends a minute or an hour later;
 * what is refused does not count. Memory is bounded.
 */
export class Budgets implements Spender {
  readonly #perMinute: number
  readonly #perHour: number
  /** The least recently used make room. */
  readonly #entries = new LRUCache<string, Windows>({ max: MAX_ENTRIES })

  constructor({ perMinute, perHour }: Budget) {
    this.#perMinute = perMinute
    this.#perHour = perHour
  }

  get size(): number {
    return this.#entries.size
  }

  /** Spends one. Returns 0, or after how many seconds there will be one again. */
  spend(call: string, address: string): number {
    const now = performance.now()
    const counted = networks(address).map(({ name, share }) => ({
      share,
      entry: this.#entry(`${call} ${name}`, now),
    }))
    const waits = counted.flatMap(({ share, entry }) => [
      entry.minuteCount >= share * this.#perMinute ? entry.minuteStart + MINUTE_MS - now : 0,
      entry.hourCount >= share * this.#perHour ? entry.hourStart + HOUR_MS - now : 0,
    ])
    const wait = Math.max(...waits)
    if (wait > 0) return Math.ceil(wait / 1000)
    for (const { entry } of counted) {
      entry.minuteCount++
      entry.hourCount++
    }
    return 0
  }

  #entry(key: string, now: number): Windows {
    const entry = this.#entries.get(key) ?? { minuteStart: now, minuteCount: 0, hourStart: now, hourCount: 0 }
    this.#entries.set(key, entry)
    if (now - entry.minuteStart >= MINUTE_MS) Object.assign(entry, { minuteStart: now, minuteCount: 0 })
    if (now - entry.hourStart >= HOUR_MS) Object.assign(entry, { hourStart: now, hourCount: 0 })
    return entry
  }
}

/** A site of an IPv6 provider's customer (/48) may spend so many times what one network (/64) may. */
const WIDER_SHARE = 4

/** The networks that an address is counted under, each with its share of a limit: IPv6 by /64 and by /48. */
export function networks(address: string): { name: string; share: number }[] {
  const name = network(address)
  if (!name.includes(':')) return [{ name, share: 1 }]
  return [
    { name, share: 1 },
    { name: `${name.split(':').slice(0, 3).join(':')}::/48`, share: WIDER_SHARE },
  ]
}

/** One household or office: an IPv4 address, or the first 64 bits of an IPv6 one. */
export function network(address: string): string {
  const plain = address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%')[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = (tail ?? '').split(':').filter(Boolean)
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - groups.length - rest.length)).fill('0')
  return [...groups, ...zeros, ...rest]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
