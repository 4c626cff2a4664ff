import { z } from 'zod'

/** The web vitals that a page reports. Times are in ms; CLS has no unit. */
export const vitalsReport = z.strictObject({
  path: z.string().startsWith('/').max(200),
  metrics: z
    .array(
      z.strictObject({
        name: z.enum(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']),
        value: z.number().min(0).max(600_000),
      }),
    )
    .min(1)
    .max(5),
})
