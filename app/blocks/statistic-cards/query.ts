import { figure, richText } from '#app/content/projections.ts'

export const statisticCardsProjection = `
  heading, text[]{ ${richText} }, figures[]{ ${figure} }`
