import { inlineText, richText } from '#app/content/projections.ts'

export const contactFormProjection = `
  heading, intro[]{ ${inlineText} }, legal[]{ ${richText} }, submitLabel, submittingLabel`
