import { expect, test } from 'vitest'
import { turns } from '#app/server/turns.ts'

test('so many at a time, who came last first; one that has waited too long is not begun', async () => {
  const inTurn = turns(2)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const late = new AbortController()
  const work = (name: string, signal = new AbortController().signal) =>
    inTurn(() => {
      begun.push(name)
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
    }, signal)
  const done = [work('a'), work('b'), work('c'), work('d', late.signal), work('e')]
  expect(begun).toEqual(['a', 'b'])
  ends.get('b')?.()
  await expect.poll(() => begun).toEqual(['a', 'b', 'e'])
  late.abort(new Error('too late'))
  await expect(done[3]).rejects.toThrow('too late')
  for (const name of ['a', 'e']) ends.get(name)?.()
  await expect.poll(() => begun).toEqual(['a', 'b', 'e', 'c'])
  ends.get('c')?.()
  expect(await Promise.all([done[0], done[1], done[2], done[4]])).toEqual(['a', 'b', 'c', 'e'])
})

test('what is wanted comes before all that waits', async () => {
  const inTurn = turns(1)
  const { signal } = new AbortController()
  const begun: string[] = []
  const work = (name: string, wanted?: boolean) => inTurn(async () => void begun.push(name), signal, wanted)
  await Promise.all([work('a'), work('b', true), work('c', true), work('d'), work('e')])
  expect(begun).toEqual(['a', 'c', 'b', 'e', 'd'])
})

test('what is not wanted leaves a turn to what is, however long it takes', async () => {
  const inTurn = turns(2, 1)
  const { signal } = new AbortController()
  const ends: (() => void)[] = []
  const long = () => new Promise<void>((resolve) => ends.push(resolve))
  const done = [inTurn(long, signal), inTurn(long, signal)]
  expect(ends).toHaveLength(1)
  expect(await inTurn(async () => 'wanted', signal, true)).toBe('wanted')
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await expect.poll(() => ends.length).toBe(2)
  ends[1]?.()
  await Promise.all(done)
})

test('one that fails makes room as any other', async () => {
  const inTurn = turns(1)
  const { signal } = new AbortController()
  const failed = inTurn(() => Promise.reject(new Error('no')), signal)
  const next = inTurn(async () => 'done', signal)
  await expect(failed).rejects.toThrow('no')
  expect(await next).toBe('done')
  expect(await inTurn(async () => 'again', signal)).toBe('again')
})
