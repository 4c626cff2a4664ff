import '@remix-run/server-runtime'
import type { Content } from '#app/content/content.server.ts'

// What app/server hands to every loader and action.
declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    content: Content
  }
}
