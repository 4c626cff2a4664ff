import { picture } from '#app/content/projections.ts'

export const articleListProjection = `
  heading, readLabel, "articles": *[_type == "article" && defined(slug.current)] | order(date desc, title asc){ _id, title, "slug": slug.current, category, description, date, site, picture{ ${picture} } }`
