import { join } from 'node:path'
import { build, stop } from 'esbuild'

/** What stays in node_modules: a program of the machine's own, what only development loads, and what pg does without. */
const EXTERNAL = ['@resvg/resvg-js', 'vite', 'pg-native']

/**
 * Puts main.ts, the routes' build and their packages into a few files, as Node needs 1.3 times as long to start with the
 * 1,000 that they are else. Files lie two folders below the root like their sources in app/*, so that paths which go from
 * `import.meta.dirname` by the root hold in both. `into`: the folder of the build. Rejects when an import can't be found, after
 * showing which.
 */
export async function bundleSite(root: string, into: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: { site: 'app/server/main.ts' },
    outdir: join(into, 'server'),
    chunkNames: 'site-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    external: EXTERNAL,
    plugins: [
      {
        name: 'its own build',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^#build\// }, ({ path }) => ({ path: path.replace('#build', into) })),
      },
    ],
    define: { 'process.env.NODE_ENV': '"production"' },
    minifySyntax: true, // leaves out what is for development
    // A process keeps its sources. Names stay, for the log.
    minifyWhitespace: true,
    lineLimit: 160,
    legalComments: 'external',
    sourcemap: 'external', // read when something fails (trace.server.ts), not by Node as each file is loaded
    sourcesContent: false,
    // Packages in CommonJS ask for Node's own parts.
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`,
    },
    logLevel: 'error',
  }).finally(stop) // its process would stay for as long as the one that started the product
}
