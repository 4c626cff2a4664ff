import { card, inlineText } from '#app/content/projections.ts'

export const featureGridProjection = `
  heading, intro[]{ ${inlineText} }, features[]{ ${card} }`
