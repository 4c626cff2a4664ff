import { card, inlineText } from '#app/content/projections.ts'

export const serviceCardsProjection = `
  heading[]{ ${inlineText} }, intro[]{ ${inlineText} }, cards[]{ ${card} }`
