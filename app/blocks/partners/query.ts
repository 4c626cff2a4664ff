import { image, inlineText, isShown, link } from '#app/content/projections.ts'

export const partnersProjection = `
  heading, invitation{ heading, text[]{ ${inlineText} }, button{ ${link} } }, "partners": *[_type == "partner" && ${isShown}] | order(order asc, name asc){ _id, name, logo{ ${image} }, logoUrl, url }`
