import type { ClientConfig } from '@sanity/client'
import type { WorkspaceOptions } from 'sanity'

/** Settings of a Studio without a hosted project: the lake that serves it, with one editor. */
export const localLake = {
  projectId: 'local',
  apiHost: typeof window === 'undefined' ? 'http://localhost:3333' : window.location.origin,
  auth: {
    loginMethod: 'cookie',
    // The lake asks for its key or token at any address of the Studio (lake/sign-in.ts).
    providers: [{ name: 'lake', title: 'Sign in', url: '/' }],
  },
  tasks: { enabled: false },
} satisfies Partial<WorkspaceOptions>

/** A client of the local lake. `<project>.localhost`, the default, gets no cookie and resolves only in some browsers. */
export const localClient = (config: ClientConfig): ClientConfig => ({ ...config, useProjectHostname: false })
