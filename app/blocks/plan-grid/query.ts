import { inlineText, isShown, planFields } from '#app/content/projections.ts'

export const planGridProjection = `
  heading, intro[]{ ${inlineText} }, kind, "plans": *[_type == "plan" && kind == ^.kind && ${isShown}] | order(order asc, title asc){ ${planFields} }`
