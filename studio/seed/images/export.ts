/**
 * Draws the seed pictures again: `node studio/seed/images/export.ts [name …]`.
 * 1. what source/scenes/*.ts draw becomes <name>.jpg, with a light paper grain (the same on every run)
 * 2. mark.svg becomes the favicon sizes
 */
import { readFile, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { random } from './source/pen.ts'
import { scenes } from './source/scenes/index.ts'

const here = import.meta.dirname
const wanted = process.argv.slice(2)

/** Fine grain plus broad, faint fibres: drawn as grey, laid on with soft light. */
async function grain(size = 512): Promise<Buffer> {
  const rnd = random(20)
  const rough = Float32Array.from({ length: size * size }, () => rnd() + rnd() + rnd() - 1.5)
  const fine = Buffer.alloc(size * size)
  const at = (x: number, y: number) => rough[((y + size) % size) * size + ((x + size) % size)]!
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const soft = at(x, y) * 0.4 + (at(x - 1, y) + at(x + 1, y) + at(x, y - 1) + at(x, y + 1)) * 0.15
      fine[y * size + x] = 128 + soft * 10
    }
  }
  return sharp(fine, { raw: { width: size, height: size, channels: 1 } })
    .toColourspace('srgb')
    .png()
    .toBuffer()
}

const tile = await grain()
for (const [name, draw] of Object.entries(scenes)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue
  const svg = draw()
  const flat = await sharp(Buffer.from(svg), { unlimited: true })
    .flatten({ background: '#fbf7f0' })
    .composite([{ input: tile, tile: true, blend: 'soft-light' }])
    .png()
    .toBuffer()
  const limit = name.startsWith('hero') ? 204_000 : 118_000
  let quality = 80
  let out = await sharp(flat).jpeg({ quality, mozjpeg: true }).toBuffer()
  while (out.length > limit && quality > 50) {
    quality -= 3
    out = await sharp(flat).jpeg({ quality, mozjpeg: true }).toBuffer()
  }
  await writeFile(`${here}/${name}.jpg`, out)
  console.log(
    `${name}.jpg ${Math.round(out.length / 1000)} kB, quality ${quality}; svg ${Math.round(svg.length / 1000)} kB`,
  )
}

if (wanted.length === 0 || wanted.includes('mark')) {
  const mark = await readFile(`${here}/mark.svg`)
  for (const size of [32, 180, 512]) {
    await sharp(mark, { density: 600 })
      .resize(size, size)
      .png({ palette: true, colours: 64 })
      .toFile(`${here}/mark-${size}.png`)
  }
}
