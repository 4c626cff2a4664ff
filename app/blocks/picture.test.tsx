import { expect, test } from 'vitest'
import { Picture } from '#app/blocks/picture.tsx'
import { picture, render } from '#tests/support/render.tsx'

const house = picture('house')

test('a picture comes in several widths, with its size and its words', () => {
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

test('the main picture is fetched first, the others when they come near', () => {
  expect(render(<Picture picture={house} sizes="1px" priority />)).toMatch(/fetchpriority="high"/i)
  expect(render(<Picture picture={house} sizes="1px" />)).toContain('loading="lazy"')
})

test('the main picture is lighter in the sizes of phones, a tall one in all, and others never', () => {
  const light = (html: string) =>
    new Set([...html.matchAll(/q=38&amp;\S* (\d+)w/g)].map(([, width]) => width))
  expect(light(render(<Picture picture={house} sizes="1px" priority />))).toEqual(new Set(['360', '640']))
  expect(light(render(<Picture picture={house} sizes="1px" />))).toEqual(new Set())
  const tall = render(<Picture picture={house} sizes="1px" tall={{ ratio: 2 / 3, sizes: '1px' }} />)
  const [source = ''] = /<source.*?>/.exec(tall) ?? []
  expect(light(source).size, 'every width for narrow screens').toBe(source.match(/ \d+w/g)?.length)
  expect(light(tall.replace(source, ''))).toEqual(new Set())
})

test('a decorative picture has empty words; a missing one leaves nothing', () => {
  expect(render(<Picture picture={{ ...house, alt: null }} sizes="1px" />)).toContain('alt=""')
  expect(render(<Picture picture={{ ...house, asset: null }} sizes="1px" />)).toBe('')
  expect(render(<Picture picture={null} sizes="1px" />)).toBe('')
})
