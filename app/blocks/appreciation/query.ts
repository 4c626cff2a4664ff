import { figure, picture, richText } from '#app/content/projections.ts'

export const appreciationProjection = `
  heading, text[]{ ${richText} }, figures[]{ ${figure} }, picture{ ${picture} }`
