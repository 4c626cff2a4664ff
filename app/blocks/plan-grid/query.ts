import { inlineText, isVisible, planFields } from '#app/content/projections.ts'

export const planGridProjection = `
  heading, intro[]{ ${inlineText} }, kind, "plans": *[_type == "plan" && kind == ^.kind && ${isVisible}] | order(order asc, title asc){ ${planFields} }`
