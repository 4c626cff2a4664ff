import { inlineText, link } from '#app/content/projections.ts'

export const callToActionProjection = `
  heading, text[]{ ${inlineText} }, button{ ${link} }`
