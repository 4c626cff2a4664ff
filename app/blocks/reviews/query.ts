import { inlineText } from '#app/content/projections.ts'

export const reviewsProjection = `
  heading, intro[]{ ${inlineText} }, addLabel, formTitle, submitLabel,
  companyLabel, positionLabel, moreLabel, lessLabel, invitation`
