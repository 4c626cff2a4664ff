import { inlineText, link, picture, richText } from '#app/content/projections.ts'

export const pageHeaderProjection = `
  eyebrow[]{ ${inlineText} }, heading[]{ ${inlineText} }, intro[]{ ${richText} }, picture{ ${picture} }, buttons[]{ ${link} }`
