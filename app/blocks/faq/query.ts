import { inlineText, isShown, richText } from '#app/content/projections.ts'

export const faqProjection = `
  heading, intro[]{ ${inlineText} }, "items": select(
    count(items) > 0 => items[]->{
      _id, "question": select(${isShown} => question), "answer": select(${isShown} => answer[]{ ${richText} })
    },
    *[_type == "faqItem" && ${isShown}] | order(order asc, question asc){ _id, question, answer[]{ ${richText} } }
  )`
