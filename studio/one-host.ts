// Stands where the Studio and its parts import @sanity/client (see sanity.cli.ts). The form of a task makes a client
// of its own, past `unstable_clientFactory` (sanity 6.16); it too shall ask the lake that serves the Studio, which is
// one host, and not <project>.localhost, which would get no cookie and resolves only in some browsers.
import { streamsApart } from '#studio/features/streams-apart.ts'
import { type ClientConfig, createClient as create } from '../node_modules/@sanity/client/dist/index.js'

export * from '../node_modules/@sanity/client/dist/index.js'

const ofOneHost = { useProjectHostname: false, resolveFetch: () => streamsApart }

/** `createClient`; without a project of Sanity's all of its clients ask the host in `apiHost` itself. */
export const createClient = (config: ClientConfig) =>
  create(process.env.SANITY_STUDIO_PROJECT_ID ? config : { ...config, ...ofOneHost })
