import { readFileSync } from 'node:fs'
import { type Plugin, transformWithEsbuild } from 'vite'

const SUFFIX = '?inline-script'

/** `import code from './x.ts?inline-script'`: the function that the file exports, as small JavaScript for a `<script>` of a page. */
export const inlineScript = (): Plugin => ({
  name: 'inline-script',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(SUFFIX)) return undefined
    const file = id.slice(0, -SUFFIX.length)
    this.addWatchFile(file)
    const options = { loader: 'ts', minify: true, target: 'es2022' } as const
    const { code } = await transformWithEsbuild(readFileSync(file, 'utf8'), file, options)
    const [, made] = /^export default ((?:async )?function.*?);?\s*$/s.exec(code) ?? []
    if (!made || made.includes('</'))
      this.error(`${file} has to export one function by default, and no import`)
    return `export default ${JSON.stringify(made)}`
  },
})
