import { createRequestHandler } from '@remix-run/express'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type RequestHandler } from 'express'
import type { Content } from '#app/content/content.server.ts'
import type { Env } from '#app/env.server.ts'
import { mediaRelay } from '#app/server/media.ts'

export type SiteParts = {
  env: Env
  content: Content
  build: ServerBuild | (() => Promise<ServerBuild>)
  /** Serves the client bundle: finished files, or Vite while developing. */
  assets: RequestHandler[]
  /** False once the process has been told to stop. */
  isServing: () => boolean
}

/** The site's HTTP edge: health, pictures, assets, and Remix for everything else. */
export function createSite({ env, content, build, assets, isServing }: SiteParts): express.Express {
  const site = express()
  site.disable('x-powered-by')
  site.get('/healthz', (_request, response) => void response.type('text').send('ok\n'))
  site.get('/readyz', async (_request, response) => {
    const ready = isServing() && (await content.settings().then(Boolean, () => false))
    response
      .status(ready ? 200 : 503)
      .type('text')
      .send(ready ? 'ready\n' : 'not ready\n')
  })
  site.use('/media', mediaRelay(env))
  site.use(compression())
  for (const handler of assets) site.use(handler)
  const context: AppLoadContext = { content }
  site.all('*', createRequestHandler({ build, mode: env.NODE_ENV, getLoadContext: () => context }))
  return site
}
