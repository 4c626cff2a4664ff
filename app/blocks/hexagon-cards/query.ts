import { card, inlineText } from '#app/content/projections.ts'

export const hexagonCardsProjection = `
  heading, intro[]{ ${inlineText} }, cards[]{ ${card} }`
