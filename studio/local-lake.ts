import type { ClientConfig } from '@sanity/client'
import type { WorkspaceOptions } from 'sanity'

/** Workspace settings of a Studio that the local lake serves. */
export const localLake = {
  projectId: 'local',
  apiHost: typeof window === 'undefined' ? 'http://localhost:3333' : window.location.origin,
  auth: {
    loginMethod: 'cookie',
    // The lake shows its own sign-in page (lake/studio-host/sign-in.ts).
    providers: [{ name: 'lake', title: 'Sign in', url: '/' }],
  },
  tasks: { enabled: false },
} satisfies Partial<WorkspaceOptions>

/** Client settings for the local lake. The default host `<project>.localhost` gets no cookie. */
export const localClient = (config: ClientConfig): ClientConfig => ({ ...config, useProjectHostname: false })
