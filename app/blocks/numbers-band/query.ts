import { figure, inlineText } from '#app/content/projections.ts'

export const numbersBandProjection = `
  heading, intro[]{ ${inlineText} }, figures[]{ ${figure} }`
