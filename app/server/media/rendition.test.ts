import { expect, test } from 'vitest'
import { IMAGE_WIDTHS, SRCSET_WIDTHS } from '#app/content/media.ts'
import { SHARE_SIZE } from '#app/seo/meta.ts'
import { renditionOf } from '#app/server/media/rendition.ts'

const ID = 'a'.repeat(40)
const FILE = `${ID}-2400x1350.jpg`
const PATH = `/images/local/production/${FILE}`
const parse = (address: string, accept?: string) => renditionOf('production', address, accept)
/** The request to the lake. */
const lakeQuery = (query: string, accept?: string) =>
  parse(`${PATH}?${query}`, accept)?.upstream.split('?')[1]

test('a width is rounded up to the next available width', () => {
  for (const [width, step] of [
    ['1', 360],
    ['360', 360],
    ['361', 640],
    ['640.5', 800],
    ['1101', 1200],
    ['2000', 2000],
  ])
    expect(lakeQuery(`w=${width}`)).toBe(`w=${step}&fit=max`)
  expect(IMAGE_WIDTHS).toEqual(expect.arrayContaining([...SRCSET_WIDTHS, SHARE_SIZE.width]))
})

test('no image is larger than the original or the crop', () => {
  for (const width of ['2001', '2600', '99999', 'Infinity'])
    expect(lakeQuery(`w=${width}`)).toBe('w=2400&fit=max')
  expect(lakeQuery('w=800&rect=100,0,500,300')).toBe('w=500&fit=max&rect=100%2C0%2C500%2C300')
  expect(lakeQuery('w=800&rect=2000,1000,9999,9999')).toBe('w=400&fit=max&rect=2000%2C1000%2C400%2C350')
})

test('parameters that the site does not use are ignored', () => {
  const plain = parse(`${PATH}?w=640`)
  for (const more of ['h=5&fit=crop', 'q=99', 'dpr=3', 'fm=png', 'w=9', 'rect=0,0,9999,9999', 'auto=other'])
    expect(parse(`${PATH}?w=640&${more}`), more).toEqual(plain)
  expect(parse(`${PATH}/another-name.jpg?w=633`)).toEqual(plain)
  expect(lakeQuery('w=640&q=33')).toBe('w=640&fit=max&q=33')
})

test('without a width the original is served; an SVG always is', () => {
  for (const query of ['', '?auto=format&q=33', '?rect=0,0,9,9', '?h=9'])
    expect(parse(PATH + query, 'image/avif')).toEqual({
      name: FILE,
      size: FILE,
      upstream: PATH,
    })
  const drawing = PATH.replace('.jpg', '.svg')
  expect(parse(`${drawing}?w=20&auto=format`, 'image/avif')?.upstream).toBe(drawing)
})

test('auto=format uses the best format of the browser; a GIF stays a GIF', () => {
  const format = (accept: string) => new URLSearchParams(lakeQuery('w=640&auto=format', accept)).get('fm')
  expect(format('image/avif,image/webp,*/*')).toBe('avif')
  expect(format('image/webp,*/*')).toBe('webp')
  expect(format('*/*')).toBeNull()
  expect(lakeQuery('w=640', 'image/avif')).toBe('w=640&fit=max')
  expect(parse(`${PATH.replace('.jpg', '.gif')}?w=640&auto=format`, 'image/webp')?.upstream).not.toContain(
    'fm=',
  )
})

test.each(['w=0', 'w=-1', 'w=a', 'w=', 'w=640&rect=1,2,3', 'w=640&rect=0,0,0,9', 'w=640&rect=2400,0,1,1'])(
  '%s is no size',
  (query) => expect(parse(`${PATH}?${query}`)).toBeUndefined(),
)

test.each([
  PATH.replace('production', 'drafts'),
  PATH.replace('local', 'other'),
  PATH.replace('images', 'files'),
  PATH.replace('jpg', 'jpg/../../x'),
  PATH.replace('.jpg', ''),
  `/${PATH}`,
  '/',
  '/http://169.254.169.254/latest/meta-data',
  '/../../../v1/users/me',
  '/images/local/production/../../v1',
  '/images/local%2fproduction',
  `${PATH}..%00/`,
])('%s is no image of the site', (path) => expect(parse(`${path}?w=640`)).toBeUndefined())
