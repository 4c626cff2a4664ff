import { inlineText, link, picture } from '#app/content/projections.ts'

export const heroSlideshowProjection = `
  heading[]{ ${inlineText} }, tagline[]{ ${inlineText} }, slides[]{ _key, ${picture} }, buttons[]{ ${link} }`
