import { inlineText, richText } from '#app/content/projections.ts'

export const faqProjection = `
  heading, intro[]{ ${inlineText} }, "items": select(
    count(items) > 0 => items[]->{ _id, question, answer[]{ ${richText} } },
    *[_type == "faqItem"] | order(order asc, question asc){ _id, question, answer[]{ ${richText} } }
  )`
