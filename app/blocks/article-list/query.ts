import { ARTICLES_PER_PAGE } from '#app/content/article-pages.ts'
import { isVisible, picture, title } from '#app/content/projections.ts'

const published = `*[_type == "article" && defined(slug.current) && ${isVisible}]`
const newestFirst = `order(date desc, title asc)`
const card = `_id, ${title}, "slug": slug.current, category, description, date, site, picture{ ${picture} }`

export const articleListProjection = `
  heading, readLabel, "articles": ${published} | ${newestFirst}[0...${ARTICLES_PER_PAGE}]{ ${card} }, "total": count(${published})`

/** The cards of all articles after the first page of a list. */
export const laterArticles = `${published} | ${newestFirst}[${ARTICLES_PER_PAGE}..-1]{ ${card} }`
