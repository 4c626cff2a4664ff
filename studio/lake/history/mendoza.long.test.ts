import { applyPatch, incremental } from 'mendoza'
import { expect, test } from 'vitest'
import { seeded } from '../lake.test-support.ts'
import { mendozaPatch } from './mendoza.ts'

const ROUNDS = 50_000

function randomness(seed: number) {
  const random = seeded(seed)
  const next = (below: number) => Math.floor(random() * below)
  const pick = <T>(list: T[]): T => list[next(list.length)]!
  const text = () => Array.from({ length: next(60) }, () => pick([...'ab c.é漢😀"\\\n', 'ß'])).join('')
  function value(depth: number): unknown {
    switch (next(depth > 0 ? 9 : 5)) {
      case 0:
        return next(100) - 50
      case 1:
        return pick([true, false, null, 0, ''])
      case 2:
      case 3:
      case 4:
        return text()
      case 5:
      case 6:
        return Array.from({ length: next(6) }, (_, i) =>
          next(2) ? { _key: `k${next(8)}`, v: value(depth - 1) } : next(2) ? value(depth - 1) : i,
        )
      default:
        return Object.fromEntries(
          Array.from({ length: next(6) }, () => [
            pick(['a', 'b', 'ü', 'Z', '_x', 'a b', '10', '9']),
            value(depth - 1),
          ]),
        )
    }
  }
  /** The value with random changes. */
  function edited(from: unknown): unknown {
    if (next(6) === 0) return value(2)
    if (typeof from === 'string') {
      const characters = [...from]
      characters.splice(next(characters.length + 1), next(4), ...text().slice(0, 5))
      return characters.join('')
    }
    if (Array.isArray(from)) {
      const list = from.map((item) => (next(3) ? item : edited(item)))
      if (next(2)) list.splice(next(list.length + 1), next(3), value(1))
      if (next(4) === 0) list.reverse()
      return list
    }
    if (from && typeof from === 'object') {
      const entries = Object.entries(from).flatMap(([key, item]) =>
        next(5) ? [[key, next(2) ? item : edited(item)]] : [],
      )
      return Object.fromEntries(next(2) ? entries : [...entries, [pick(['new', 'a', 'q']), value(2)]])
    }
    return next(2) ? from : value(1)
  }
  return {
    document: () => (next(20) ? { a: value(3), b: value(3), c: value(2), d: text() } : null),
    edited,
  }
}

test('a patch leads from any document to any other, with both decoders of the Studio', () => {
  const random = randomness(7)
  for (let round = 0; round < ROUNDS; round++) {
    const left = random.document()
    const right = left && round % 9 ? random.edited(left) : random.document()
    for (const [from, to] of [
      [left, right],
      [right, left],
    ]) {
      const patch = JSON.parse(JSON.stringify(mendozaPatch(from, to)))
      expect(applyPatch(from, patch), `round ${round}`).toEqual(to)
      const applied = incremental.applyPatch(incremental.wrap(from, 0), patch, 1)
      expect(incremental.unwrap(applied), `round ${round}`).toEqual(to)
    }
  }
})
