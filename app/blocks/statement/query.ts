import { inlineText } from '#app/content/projections.ts'

export const statementProjection = `
  text[]{ ${inlineText} }, note[]{ ${inlineText} }`
