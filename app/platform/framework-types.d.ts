/// <reference types="vite/client" />
import '@remix-run/server-runtime'

// Single fetch types loaders by what they return; Remix 2 asks for this opt-in.
declare module '@remix-run/server-runtime' {
  interface Future {
    v3_singleFetch: true
  }
}
