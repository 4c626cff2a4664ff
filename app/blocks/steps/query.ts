import { card, inlineText } from '#app/content/projections.ts'

export const stepsProjection = `
  heading, intro[]{ ${inlineText} }, steps[]{ ${card} }`
