import { z } from '#app/platform/zod.ts'

/** All fields as typed, without validation (specification 5). A rating outside 1 to 5 becomes the default. */
export const reviewSchema = z.object({
  firstName: z.string().default(''),
  lastName: z.string().default(''),
  companyName: z.string().default(''),
  jobTitle: z.string().default(''),
  // Native posts end lines with CRLF (HTML, "constructing the entry list").
  reviewDescription: z
    .string()
    .default('')
    .transform((text) => text.replaceAll('\r\n', '\n')),
  rating: z.coerce.number().int().min(1).max(5).catch(1).default(1),
})
