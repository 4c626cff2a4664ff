import { type ClientConfig, ClientError } from '@sanity/client'
import type { WorkspaceOptions } from 'sanity'

type RequestHandler = NonNullable<ClientConfig['requestHandler']>

let signingIn: Promise<unknown> | undefined

/** Opening the Studio's page is the local lake's sign-in. Concurrent callers share one request. */
export function signIn(): Promise<unknown> {
  signingIn ??= fetch('/', { cache: 'no-store' }).finally(() => {
    signingIn = undefined
  })
  return signingIn
}

/**
 * Signs in again when the lake no longer knows the editor's cookie (it expired or was cleared), and repeats the request. It runs
 * next to the network because the Studio's own handler signs the editor out at the first 401.
 */
const signedInAgain =
  (studios?: RequestHandler): RequestHandler =>
  (request, next) => {
    const send: typeof next = async (request) => {
      try {
        return await next(request)
      } catch (error) {
        if (!(error instanceof ClientError) || error.statusCode !== 401) throw error
        await signIn()
        return next(request)
      }
    }
    return studios ? studios(request, send) : send(request)
  }

/** Settings of a Studio without a hosted project: the lake that serves it, with one editor. */
export const localLake = {
  projectId: 'local',
  apiHost: typeof window === 'undefined' ? 'http://localhost:3333' : window.location.origin,
  auth: { loginMethod: 'cookie' },
  tasks: { enabled: false },
} satisfies Partial<WorkspaceOptions>

/** A client of the local lake. `<project>.localhost`, the default, gets no cookie and resolves only in some browsers. */
export const localClient = ({ requestHandler, ...config }: ClientConfig): ClientConfig => ({
  ...config,
  useProjectHostname: false,
  requestHandler: signedInAgain(requestHandler),
})
