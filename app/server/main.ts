// The site: one process, `node app/server/main.ts`. With NODE_ENV=development Vite serves it and reloads it.
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import type { ServerBuild } from '@remix-run/node'
import express, { type RequestHandler } from 'express'
import { parseEnv } from '#app/env.server.ts'
import { log } from '#app/server/log.ts'
import { fail, stopWithParent } from '#app/server/process.ts'
import { startServices } from '#app/server/services.ts'
import { createSite } from '#app/server/site.ts'

/** Answers in flight may take this long after a signal; then the process ends. */
const DRAIN_MS = 3_000

const root = join(import.meta.dirname, '../..')

async function main() {
  const env = parseEnv(process.env)
  const { services, stop } = await startServices(env)
  let serving = true
  const server = createServer()
  const { build, assets, close } = env.NODE_ENV === 'development' ? await developed(server) : await built()
  server.on('request', createSite({ env, services, build, assets, isServing: () => serving }))
  server.listen(env.PORT)
  await new Promise<void>((resolve, reject) => server.once('listening', resolve).once('error', reject)).catch(
    (error) =>
      fail(
        error.code === 'EADDRINUSE'
          ? `Port ${env.PORT} is taken: stop what uses it, or set PORT.`
          : String(error),
      ),
  )
  log('info', 'site ready', { url: env.SITE_URL })
  process.send?.({ ready: true })

  stopWithParent(async () => {
    serving = false
    await drain(server)
    stop()
    await close()
  })
}

async function built() {
  const build: ServerBuild = await import(join(root, 'build/server/index.js'))
  const assets: RequestHandler[] = [
    express.Router().use(
      '/assets',
      express.static(join(root, 'build/client/assets'), {
        immutable: true,
        maxAge: '1y',
        fallthrough: false,
      }),
    ),
    express.static(join(root, 'build/client'), { maxAge: '1h' }),
  ]
  return { build, assets, close: async () => {} }
}

async function developed(server: Server) {
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ root, server: { middlewareMode: true, hmr: { server } } })
  const build = () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>
  return { build, assets: [vite.middlewares], close: () => vite.close() }
}

/** Lets answers in flight finish, then closes what is left. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
  await closed
  clearTimeout(timer)
}

await main().catch((error) => fail(error instanceof Error ? error.message : String(error)))
