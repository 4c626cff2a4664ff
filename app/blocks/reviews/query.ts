import { inlineText } from '#app/content/projections.ts'

export const reviewsProjection = `
  heading, intro[]{ ${inlineText} }, addLabel, invitation`
