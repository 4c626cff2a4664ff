import { z } from '#app/zod.ts'

/** Field by field as typed: no validation (specification 5); a rating that is none of 1 to 5 counts as the default. */
export const reviewSchema = z.object({
  firstName: z.string().default(''),
  lastName: z.string().default(''),
  companyName: z.string().default(''),
  jobTitle: z.string().default(''),
  // A form that the browser posts itself ends lines otherwise than they were typed (HTML, "constructing the entry list").
  reviewDescription: z
    .string()
    .default('')
    .transform((text) => text.replaceAll('\r\n', '\n')),
  rating: z.coerce.number().int().min(1).max(5).catch(1).default(1),
})
