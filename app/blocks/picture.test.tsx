import { expect, test } from 'vitest'
import { Picture } from '#app/blocks/picture.tsx'
import { picture, render } from '#tests/support/render.tsx'

const house = picture('house')

test('a picture has several widths, its size and its alternative text', () => {
  const html = render(<Picture picture={house} sizes="50vw" />)
  expect(html).toContain('alt="A picture of house"')
  expect(html).toContain('sizes="50vw"')
  expect(html).toMatch(/width="1100" height="619"/)
  expect(html.match(/ \d+w/g)).toEqual([' 360w', ' 640w', ' 800w', ' 1100w', ' 1500w', ' 2000w', ' 2400w'])
})

test('a ratio crops every width to the same shape', () => {
  const html = render(<Picture picture={house} ratio={1} sizes="50vw" />)
  expect(html).toMatch(/width="1100" height="1100"/)
  expect(html).toMatch(/w=360&amp;h=360/)
  expect(html).not.toContain('2400w') // no wider than the crop is
})

test('the main picture is fetched first, the others lazily', () => {
  expect(render(<Picture picture={house} sizes="1px" priority />)).toMatch(/fetchpriority="high"/i)
  expect(render(<Picture picture={house} sizes="1px" />)).toContain('loading="lazy"')
})

test('phones get the main picture and a tall one in the lower quality', () => {
  const widths = (html: string) => [...html.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))
  const light = (html: string) => [...html.matchAll(/q=33&amp;\S* (\d+)w/g)].map(([, width]) => Number(width))
  for (const [html, expected] of [
    [render(<Picture picture={house} sizes="1px" priority />), [640, 800, 1100]],
    [
      render(<Picture picture={house} sizes="1px" portrait={{ ratio: 2 / 3, sizes: '1px' }} />),
      [640, 800, 900],
    ],
  ] as const) {
    const [source = ''] = /<source.*?>/.exec(html) ?? []
    expect(source).toContain('orientation: portrait')
    expect(widths(source)).toEqual(expected)
    expect(light(source), 'source').toEqual(expected)
  }
  expect(light(render(<Picture picture={house} sizes="1px" />))).toEqual([])
})

test('a decorative picture has an empty alternative text; a missing one renders nothing', () => {
  expect(render(<Picture picture={{ ...house, alt: null }} sizes="1px" />)).toContain('alt=""')
  expect(render(<Picture picture={{ ...house, asset: null }} sizes="1px" />)).toBe('')
  expect(render(<Picture picture={null} sizes="1px" />)).toBe('')
})
