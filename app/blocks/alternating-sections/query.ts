import { link, picture, richText } from '#app/content/projections.ts'

export const alternatingSectionsProjection = `
  sections[]{ _key, heading, subheading, text[]{ ${richText} }, picture{ ${picture} }, button{ ${link} } }`
