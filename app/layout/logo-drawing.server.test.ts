import { expect, test, vi } from 'vitest'
import type { Settings } from '#app/content/types.ts'
import { createLogoDrawings } from '#app/layout/logo-drawing.server.ts'

const FILE = '<svg viewBox="0 0 1 1"><path d="M0 0h1"/></svg>'
const URL_OF_LOGO = '/media/images/local/production/abc-1x1.svg'
const settings = (extension = 'svg') =>
  ({
    logo: { asset: { url: `http://localhost:1/images/local/production/abc-1x1.${extension}`, extension } },
  }) as unknown as Pick<Settings, 'logo'>
const drawing = { url: URL_OF_LOGO, viewBox: '0 0 1 1', paths: [{ d: 'M0 0h1' }] }

test('the logo is read once', async () => {
  const read = vi.fn(async () => FILE)
  const drawings = createLogoDrawings(read)
  expect(await Promise.all([drawings.of(settings()), drawings.of(settings())])).toEqual([drawing, drawing])
  expect(await drawings.of(settings())).toEqual(drawing)
  expect(read.mock.calls).toEqual([[URL_OF_LOGO]])
})

test('photographs, larger drawings and others than paths stay files; so does a logo that isn’t there', async () => {
  const read = vi.fn(async () => `<svg viewBox="0 0 1 1"><path d="M0 0${'h1'.repeat(2_100)}"/></svg>`)
  expect(await createLogoDrawings(read).of(settings())).toBeNull()
  expect(await createLogoDrawings(async () => '<svg viewBox="0 0 1 1"><g/></svg>').of(settings())).toBeNull()
  expect(await createLogoDrawings(read).of(settings('png'))).toBeNull()
  expect(await createLogoDrawings(read).of({ logo: null })).toBeNull()
  expect(read).toHaveBeenCalledTimes(1)
})

test('what can’t be read is asked for again with the next page', async () => {
  const read = vi.fn<() => Promise<string | undefined>>().mockRejectedValueOnce(new Error('reset'))
  read.mockResolvedValueOnce(undefined).mockResolvedValue(FILE)
  const drawings = createLogoDrawings(read)
  expect(await drawings.of(settings())).toBeNull()
  expect(await drawings.of(settings())).toBeNull()
  expect(await drawings.of(settings())).toEqual(drawing)
})

test('a page does not wait for a file that hangs', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const drawings = createLogoDrawings(() => promise)
  expect(await drawings.of(settings())).toBeNull()
  expect(drawings.known(settings())()).toBeNull()
  resolve(FILE)
  await expect.poll(() => drawings.known(settings())()).toEqual(drawing)
  expect(await drawings.of(settings())).toEqual(drawing)
})
