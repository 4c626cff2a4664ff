import type { BackendEnv } from '#app/backend/env.ts'
import type { Env } from '#app/platform/environment.server.ts'

/** One line of `npm run doctor`. `missing` is optional and does not fail; `wrong` does. */
export type Finding = { state: 'ok' | 'missing' | 'wrong'; text: string }

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const missing = (text: string): Finding => ({ state: 'missing', text })
export const wrong = (text: string): Finding => ({ state: 'wrong', text })

/** The configuration to check. */
export type Setup = {
  env: Env
  /** Undefined with another backend (HOST_URL). */
  backend: BackendEnv | undefined
  /** The site answers on PORT. */
  isRunning: boolean
}
