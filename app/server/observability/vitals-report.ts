import { z } from 'zod'

/** What a page reports of a visit. Times are ms; CLS has no unit. */
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
