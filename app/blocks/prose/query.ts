import { richText } from '#app/content/projections.ts'

export const proseProjection = `
  heading, text[]{ ${richText} }`
