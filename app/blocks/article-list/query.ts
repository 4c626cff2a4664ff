import { isShown, picture } from '#app/content/projections.ts'

export const articleListProjection = `
  heading, readLabel, "articles": *[_type == "article" && defined(slug.current) && ${isShown}] | order(date desc, title asc){ _id, title, "slug": slug.current, category, description, date, site, picture{ ${picture} } }`
