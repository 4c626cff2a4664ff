import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CODED_FILES } from '#app/server/assets.ts'
import { brotli, gzipped } from '#app/server/coding.ts'

const TEXTS = /\.(?:js|css|html|txt|xml|json|webmanifest|svg|map)$/

/** Puts a .br and a .gz beside each text file below a folder that gets smaller by it. */
export async function precompress(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => TEXTS.test(file) && statSync(file).isFile())
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file)
      const [br, gz] = await Promise.all([brotli(bytes, 11), gzipped(bytes, 9)])
      if (br.length >= bytes.length || gz.length >= bytes.length) return
      writeFileSync(file + CODED_FILES.br, br)
      writeFileSync(file + CODED_FILES.gzip, gz)
    }),
  )
}
