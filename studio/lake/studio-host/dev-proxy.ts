import { createForwarder } from '../http/forward.ts'

export type DevProxy = ReturnType<typeof createDevProxy>

/** Forwards the Studio's requests to `sanity dev`, so that the Studio keeps the lake's origin. */
export const createDevProxy = (target: string) =>
  createForwarder(target, "The Studio's development server", (headers) => ({
    ...headers,
    ...(headers.origin && { origin: target.replace(/\/$/, '') }),
  }))
