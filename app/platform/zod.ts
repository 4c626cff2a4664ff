import { z } from 'zod'

// The CSP forbids eval, so zod must not try it.
if (typeof document !== 'undefined') z.config({ jitless: true })

export { z }
