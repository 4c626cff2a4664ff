import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { clientOf, temporaryFolder, testLake } from '../lake.test-support.ts'
import { exifOf } from './image-exif.ts'
import { createImageTransform } from './image-transform.ts'

const picture = (width = 60, height = 40, background = '#c02040') =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

test('an image is stored once, described, and served in the size in its URL', async () => {
  const lake = await testLake(),
    client = clientOf(lake)
  const body = await picture()
  const asset = await client.assets.upload('image', body, { filename: 'red.png', title: 'Red' })
  expect(asset).toMatchObject({
    _id: expect.stringMatching(/^image-[0-9a-f]{40}-60x40-png$/),
    _type: 'sanity.imageAsset',
    originalFilename: 'red.png',
    title: 'Red',
    extension: 'png',
    mimeType: 'image/png',
    size: body.length,
    metadata: {
      dimensions: { width: 60, height: 40, aspectRatio: 1.5 },
      isOpaque: true,
      hasAlpha: false,
      lqip: expect.stringMatching(/^data:image/),
      blurHash: expect.any(String),
      palette: { dominant: { background: '#c02040' } },
    },
  })
  expect((await client.assets.upload('image', body))._id).toBe(asset._id)
  expect(await client.fetch('count(*[_type == "sanity.imageAsset"])')).toBe(1)

  const original = await fetch(asset.url)
  expect(Buffer.from(await original.arrayBuffer()).equals(body)).toBe(true)
  const sizeOf = async (query: string, accept = '*/*') => {
    const response = await fetch(`${asset.url}?${query}`, { headers: { accept } })
    expect(response.status, query).toBe(200)
    const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    return [width, height, format, response.headers.get('content-type')]
  }
  expect(await sizeOf('w=30')).toEqual([30, 20, 'png', 'image/png'])
  expect(await sizeOf('w=20&h=20&fit=crop&fm=jpg&q=40')).toEqual([20, 20, 'jpeg', 'image/jpeg'])
  expect(await sizeOf('w=500&fit=max&auto=format', 'image/webp')).toEqual([60, 40, 'webp', 'image/webp'])
  const ask = (accept: string, etag = '') =>
    fetch(`${asset.url}?w=30&auto=format`, { headers: { accept, 'if-none-match': etag } })
  const known = (await ask('image/webp')).headers.get('etag')!
  expect([(await ask('image/webp', known)).status, (await ask('*/*', known)).status]).toEqual([304, 200])
  await client.delete(asset._id)
  expect((await fetch(asset.url)).status).toBe(404)
})

test('an image without its file is a 404 until it is uploaded again', async () => {
  const dataDir = temporaryFolder(),
    client = clientOf(await testLake({ dataDir })),
    body = await picture()
  const { _id, url } = await client.assets.upload('image', body)
  rmSync(join(dataDir, 'assets'), { recursive: true })
  const statuses = () =>
    Promise.all([url, `${url}?w=30`].map(async (address) => (await fetch(address)).status))
  expect(await statuses()).toEqual([404, 404])
  expect((await client.assets.upload('image', body))._id).toBe(_id)
  expect(await statuses()).toEqual([200, 200])
})

test('only images can be uploaded as images, and files cannot run script', async () => {
  const client = clientOf(await testLake())
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><script>alert(1)</script></svg>'
  for (const body of [Buffer.from('not a picture'), gzipSync(drawing)])
    await expect(client.assets.upload('image', body)).rejects.toMatchObject({ statusCode: 400 })
  const file = await client.assets.upload('file', Buffer.from('<script>alert(1)</script>'), {
    filename: 'page.html',
    contentType: 'text/html',
  })
  const response = await fetch(file.url)
  expect(response.headers.get('content-disposition')).toContain('attachment')
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
  const svg = await client.assets.upload('image', Buffer.from(drawing), { filename: 'a.svg' })
  expect((await fetch(svg.url)).headers.get('content-security-policy')).toContain('sandbox')
  expect(svg.metadata.dimensions).toMatchObject({ width: 20, height: 10 })
})

test('an upload has its texts and the metadata on request', async () => {
  const client = clientOf(await testLake())
  const taken = await sharp(await picture())
    .jpeg()
    .withExif({
      IFD0: { Make: 'Kodak', DateTime: '2025:02:21 18:37:52' },
      IFD2: { ISOSpeedRatings: '200', LensSpecification: '24/1 24/1 28/10 28/10' },
      IFD3: {
        GPSLatitudeRef: 'S',
        GPSLatitude: '33/1 30/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '151/1 15/1 0/1',
      },
    })
    .toBuffer()
  const options = {
    filename: 'harbour.jpg',
    title: 'T',
    creditLine: 'C',
    source: { id: 'x1', name: 'stock', url: 'http://stock.test/x1' },
  }
  const asset = await client.assets.upload('image', taken, {
    ...options,
    extract: ['exif', 'image', 'location', 'thumbhash'] as never,
  })
  const { source, filename: originalFilename, ...texts } = options
  expect(asset).toMatchObject({
    ...texts,
    originalFilename,
    source: { _type: 'sanity.assetSourceData', ...source },
  })
  expect(asset.metadata).toMatchObject({
    exif: {
      _type: 'sanity.imageExifMetadata',
      Make: 'Kodak',
      ISO: 200,
      LensSpecification: [24, 24, 2.8, 2.8],
    },
    image: { _type: 'sanity.imageExifTags', Make: 'Kodak', ModifyDate: '2025-02-21T18:37:52.000Z' },
    location: { _type: 'geopoint', lat: -33.5, lng: 151.25 },
    thumbHash: expect.stringMatching(/^[A-Za-z0-9+/]{20,}={0,2}$/),
  })
  for (const part of ['lqip', 'palette', 'blurHash']) expect(asset.metadata).not.toHaveProperty(part)
  const plain = await client.assets.upload('image', await sharp(taken).rotate(90).keepExif().toBuffer())
  for (const part of ['lqip', 'palette', 'blurHash']) expect(plain.metadata).toHaveProperty(part)
  for (const part of ['exif', 'image', 'location', 'thumbHash'])
    expect(plain.metadata).not.toHaveProperty(part)
  const none = await client.assets.upload('image', await picture(30, 20, '#00ff00'), { extract: [] })
  expect(Object.keys(none.metadata).toSorted()).toEqual(['_type', 'dimensions', 'hasAlpha', 'isOpaque'])
})

test('EXIF values of 0/0 are left out', () => {
  const head = [0x49, 0x49, 42, 0, 8, 0, 0, 0]
  const resolution = (tag: number, at: number) => [tag, 1, 5, 0, 1, 0, 0, 0, at, 0, 0, 0]
  const entries = [2, 0, ...resolution(0x1a, 38), ...resolution(0x1b, 46), 0, 0, 0, 0]
  const values = [0, 0, 0, 0, 0, 0, 0, 0, 72, 0, 0, 0, 1, 0, 0, 0]
  expect(exifOf(Buffer.from([...head, ...entries, ...values]))).toEqual({
    exif: { _type: 'sanity.imageExifMetadata', YResolution: 72 },
    image: { _type: 'sanity.imageExifTags', YResolution: 72 },
  })
})

test('a file keeps its name and type, and downloads under any name', async () => {
  const client = clientOf(await testLake())
  const body = Buffer.from('a,b\n1,2\n')
  const asset = await client.assets.upload('file', body, {
    filename: 'Prices é.csv',
    contentType: 'text/csv',
  })
  expect(asset).toMatchObject({
    _id: expect.stringMatching(/^file-[0-9a-f]{40}-csv$/),
    extension: 'csv',
    mimeType: 'text/csv',
    originalFilename: 'Prices é.csv',
  })
  const film = { filename: 'Film.MP4' }
  expect((await client.assets.upload('file', Buffer.from('f'), film)).mimeType).toBe('video/mp4')
  const named = async (query: string) =>
    (await fetch(`${asset.url}?${query}`)).headers.get('content-disposition')
  expect(await named('dl')).toBe("attachment; filename*=UTF-8''Prices%20%C3%A9.csv")
  expect(await named('dl=other.csv')).toBe("attachment; filename*=UTF-8''other.csv")
  expect(await fetch(asset.url).then((response) => response.text())).toBe(body.toString())
})

test('a stranger reads a file of a private dataset by its URL, or its headers', async () => {
  const client = clientOf(await testLake())
  await client.datasets.create('secret', { aclMode: 'private' })
  const { url } = await client.withConfig({ dataset: 'secret' }).assets.upload('image', await picture())
  for (const address of [url, `${url}?w=30`, `${url}/harbour.png`]) {
    const whole = await fetch(address)
    const head = await fetch(address, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag')]).toEqual([200, whole.headers.get('etag')])
    expect(head.headers.get('content-length')).toBe(String((await whole.arrayBuffer()).byteLength))
    expect((await head.arrayBuffer()).byteLength).toBe(0)
  }
})

test('a video is served in ranges', async () => {
  const client = clientOf(await testLake())
  const { url } = await client.assets.upload('file', Buffer.from('0123456789'), { filename: 'a.mp4' })
  const part = async (range: string) => {
    const response = await fetch(url, { headers: { range } })
    return [response.status, response.headers.get('content-range'), await response.text()]
  }
  expect(await part('bytes=0-')).toEqual([206, 'bytes 0-9/10', '0123456789'])
  expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
  expect(await part('bytes=8-99')).toEqual([206, 'bytes 8-9/10', '89'])
  expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
  expect(await part('bytes=10-')).toEqual([416, 'bytes */10', ''])
  expect(await part('bytes=0-1,4-5')).toEqual([200, null, '0123456789'])
})

test('the lake deletes unfinished uploads at its start', async () => {
  const dataDir = temporaryFolder()
  const lake = await testLake({ dataDir })
  for (const filename of ['a.txt', 'film.mp4.part'])
    await clientOf(lake).assets.upload('file', Buffer.from(filename), { filename })
  await lake.close()
  const folder = join(dataDir, 'assets/production/files')
  const there = readdirSync(folder)
  expect(there.map(extname).sort()).toEqual(['.part', '.txt'])
  for (const name of there) writeFileSync(join(folder, `${name}.half.part`), 'wh')
  await testLake({ dataDir })
  expect(readdirSync(folder)).toEqual(there)
})

test('image parameters transform the image; invalid values are refused by name', async () => {
  const client = clientOf(await testLake())
  // Red on the left, blue on the right, and transparent below.
  const half = (background: string) =>
    sharp({ create: { width: 40, height: 30, channels: 4, background } })
      .png()
      .toBuffer()
  const body = await sharp({
    create: { width: 80, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .composite([
      { input: await half('#ff0000'), left: 0, top: 0 },
      { input: await half('#0000ff'), left: 40, top: 0 },
    ])
    .png()
    .toBuffer()
  const { url } = await client.assets.upload('image', body)
  async function shown(query: string) {
    const response = await fetch(`${url}?${query}`)
    expect(response.status, query).toBe(200)
    const image = sharp(Buffer.from(await response.arrayBuffer()))
    const { width, height, format } = await image.metadata()
    const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => [
      ...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4),
    ]
    return {
      size: [width, height],
      format,
      at,
      first: at(1, 1),
      last: at(width - 2, 1),
      corner: at(1, height - 2),
    }
  }
  const RED = [255, 0, 0, 255],
    BLUE = [0, 0, 255, 255]
  for (const [query, size] of [
    ['h=20', [40, 20]],
    ['w=40&h=40', [40, 20]],
    ['w=160&fit=max', [80, 40]],
    ['w=160&fit=clip', [160, 80]],
    ['w=40&fit=scale', [40, 20]],
    ['w=40&h=40&fit=fill', [40, 40]],
    ['w=400&h=400&fit=fillmax', [400, 400]],
    ['w=200&h=100&fit=min', [80, 40]],
    ['fit=crop&max-w=20&min-h=20', [20, 20]],
    ['w=20&dpr=2', [40, 20]],
    ['rect=0,0,20,10', [20, 10]],
    ['or=90', [40, 80]],
    ['pad=5', [90, 50]],
  ] as const)
    expect((await shown(query)).size, query).toEqual(size)
  expect((await shown('flip=h')).first).toEqual(BLUE)
  expect((await shown('invert=true')).first).toEqual([0, 255, 255, 255])
  expect((await shown('bg=00ff00')).corner).toEqual([0, 255, 0, 255])
  expect((await shown('fm=jpg&bg=0f0')).format).toBe('jpeg')
  expect((await shown('fm=webp&q=10')).format).toBe('webp')
  expect((await shown('w=20&h=20&fit=crop&crop=left')).last).toEqual(RED)
  expect((await shown('w=20&h=20&fit=crop&crop=focalpoint&fp-x=1&fp-y=0')).first).toEqual(BLUE)
  expect((await shown('blur=50')).at(39, 10)).not.toEqual(RED)

  for (const [name, value] of [
    ['w', '0'],
    ['fit', 'odd'],
    ['crop', 'top,bottom'],
    ['fp-x', '2'],
    ['rect', '-5,0,20,10'],
    ['fm', 'toString'],
    ['q', '101'],
    ['dpr', '9'],
    ['or', '45'],
    ['pad', '8000'],
    ['bg', 'red'],
  ] as const) {
    const query = `${name}=${value}`
    const response = await fetch(`${url}?${query}`)
    expect([response.status, (await response.json()).message], query).toEqual([
      400,
      expect.stringContaining(`Invalid ${name}: ${value}`),
    ])
  }
  for (const query of ['w=10.5', 'h=1e1', 'rect=0,0,20.5,10']) {
    const response = await fetch(`${url}?${query}`)
    expect([response.status, (await response.json()).message], query).toEqual([
      400,
      `Parameter "${query.split('=')[0]}" must be a valid integer`,
    ])
  }
})

test('an animation stays animated, unless a frame or a still format is requested', async () => {
  const client = clientOf(await testLake())
  const colours = ['#ff0000', '#00ff00', '#0000ff']
  const frames = await Promise.all(colours.map((colour) => picture(20, 10, colour)))
  const delay = [100, 200, 300]
  const animation = sharp(frames, { join: { animated: true } })
  const gif = await client.assets.upload('image', await animation.clone().gif({ delay }).toBuffer())
  const webp = await client.assets.upload('image', await animation.webp({ delay, lossless: true }).toBuffer())
  async function shown(url: string, accept = 'image/avif,image/webp') {
    const response = await fetch(url, { headers: { accept } })
    const body = Buffer.from(await response.arrayBuffer())
    const { format, pages = 1, width, height, ...metadata } = await sharp(body).metadata()
    if (pages > 1) {
      expect(metadata.delay, url).toEqual(delay)
      for (const [page, colour] of ['red', 'green', 'blue'].entries()) {
        const { channels } = await sharp(body, { page }).stats()
        const [red = 0, green = 0, blue = 0] = channels.map(({ mean }) => mean)
        const strongest = red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue'
        expect(strongest, `frame ${page} of ${url}`).toBe(colour)
      }
    }
    return [format, pages, width, height]
  }
  for (const { url } of [gif, webp]) {
    expect(await shown(`${url}?w=10&auto=format`)).toEqual(['webp', 3, 10, 5])
    expect(await shown(`${url}?w=10&auto=format&frame=1`)).toEqual(['heif', 1, 10, 5])
    expect(await shown(`${url}?w=10&fm=gif`)).toEqual(['gif', 3, 10, 5])
    expect(await shown(`${url}?w=10&fm=png`)).toEqual(['png', 1, 10, 5])
    expect(await shown(`${url}?w=10&frame=1`)).toEqual([url.split('.').at(-1), 1, 10, 5])
  }
  expect(await shown(`${gif.url}?w=10&auto=format`, '*/*')).toEqual(['gif', 3, 10, 5])
  for (const [query, ...size] of [
    ['w=40', 40, 20],
    ['w=8&h=8&fit=crop', 8, 8],
    ['w=8&h=8&fit=crop&crop=entropy', 8, 8],
    ['w=8&h=8&fit=crop&crop=focalpoint&fp-x=1', 8, 8],
    ['w=8&h=8&fit=fill&bg=fff', 8, 8],
    ['rect=5,2,10,6', 10, 6],
    ['flip=v', 20, 10],
    ['or=90', 10, 20],
    ['pad=2', 24, 14],
    ['blur=50&sharp=10', 20, 10],
  ] as const)
    expect(await shown(`${webp.url}?${query}`), query).toEqual(['webp', 3, ...size])
  const large = await shown(`${webp.url}?w=8000&h=100&dpr=3&fit=crop`)
  expect(large, 'more than 256 megapixels').toEqual(['webp', 1, 8192, 300])
})

test('requests for the same image share its rendering, until the cache is full', async () => {
  const source = join(temporaryFolder(), 'source.png')
  writeFileSync(source, await picture(200, 200))
  const transform = createImageTransform(1000) // room for about five of these
  const bodyOf = async (w: number) => (await transform(source, new URLSearchParams({ w: `${w}` }), '')).body
  const [first, same] = await Promise.all([bodyOf(40), bodyOf(40)])
  expect(same).toBe(first)
  for (let w = 41; w < 60; w++) await bodyOf(w)
  expect(await bodyOf(40)).not.toBe(first)
})
