import { image, inlineText, isVisible, link } from '#app/content/projections.ts'

export const partnersProjection = `
  heading, invitation{ heading, text[]{ ${inlineText} }, button{ ${link} } }, "partners": *[_type == "partner" && ${isVisible}] | order(order asc, name asc){ _id, name, logo{ ${image} }, logoUrl, url }`
