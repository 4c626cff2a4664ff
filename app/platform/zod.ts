import { z } from 'zod'

// A page's policy lets no code be made from text, which is how zod would be a little faster in a browser: it does not try.
if (typeof document !== 'undefined') z.config({ jitless: true })

export { z }
