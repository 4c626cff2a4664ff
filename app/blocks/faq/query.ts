import { inlineText, isVisible, richText } from '#app/content/projections.ts'

export const faqProjection = `
  heading, intro[]{ ${inlineText} }, "items": select(
    count(items) > 0 => items[]->{
      _id, "question": select(${isVisible} => question), "answer": select(${isVisible} => answer[]{ ${richText} })
    },
    *[_type == "faqItem" && ${isVisible}] | order(order asc, question asc){ _id, question, answer[]{ ${richText} } }
  )`
