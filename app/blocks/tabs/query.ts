import { richText } from '#app/content/projections.ts'

export const tabsProjection = `
  heading, tabs[]{ _key, title, text[]{ ${richText} } }, openTab`
