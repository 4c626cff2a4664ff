import { defineQuery } from 'groq'
import { alternatingSectionsProjection } from '#app/blocks/alternating-sections/query.ts'
import { appreciationProjection } from '#app/blocks/appreciation/query.ts'
import { articleListProjection, laterArticles } from '#app/blocks/article-list/query.ts'
import { callToActionProjection } from '#app/blocks/call-to-action/query.ts'
import { contactCardsProjection } from '#app/blocks/contact-cards/query.ts'
import { contactFormProjection } from '#app/blocks/contact-form/query.ts'
import { faqProjection } from '#app/blocks/faq/query.ts'
import { featureGridProjection } from '#app/blocks/feature-grid/query.ts'
import { heroSlideshowProjection } from '#app/blocks/hero-slideshow/query.ts'
import { hexagonCardsProjection } from '#app/blocks/hexagon-cards/query.ts'
import { numbersBandProjection } from '#app/blocks/numbers-band/query.ts'
import { pageHeaderProjection } from '#app/blocks/page-header/query.ts'
import { partnersProjection } from '#app/blocks/partners/query.ts'
import { planGridProjection } from '#app/blocks/plan-grid/query.ts'
import { proseProjection } from '#app/blocks/prose/query.ts'
import { reviewsProjection } from '#app/blocks/reviews/query.ts'
import { serviceCardsProjection } from '#app/blocks/service-cards/query.ts'
import { statementProjection } from '#app/blocks/statement/query.ts'
import { statisticCardsProjection } from '#app/blocks/statistic-cards/query.ts'
import { stepsProjection } from '#app/blocks/steps/query.ts'
import { tabsProjection } from '#app/blocks/tabs/query.ts'
import { isVisible, seo, title } from '#app/content/projections.ts'

const blocksProjection = `
  _key, _type,
  _type == "heroSlideshow" => { ${heroSlideshowProjection} },
  _type == "appreciation" => { ${appreciationProjection} },
  _type == "serviceCards" => { ${serviceCardsProjection} },
  _type == "statisticCards" => { ${statisticCardsProjection} },
  _type == "numbersBand" => { ${numbersBandProjection} },
  _type == "hexagonCards" => { ${hexagonCardsProjection} },
  _type == "reviews" => { ${reviewsProjection} },
  _type == "pageHeader" => { ${pageHeaderProjection} },
  _type == "tabs" => { ${tabsProjection} },
  _type == "partners" => { ${partnersProjection} },
  _type == "featureGrid" => { ${featureGridProjection} },
  _type == "callToAction" => { ${callToActionProjection} },
  _type == "alternatingSections" => { ${alternatingSectionsProjection} },
  _type == "steps" => { ${stepsProjection} },
  _type == "statement" => { ${statementProjection} },
  _type == "planGrid" => { ${planGridProjection} },
  _type == "faq" => { ${faqProjection} },
  _type == "contactCards" => { ${contactCardsProjection} },
  _type == "contactForm" => { ${contactFormProjection} },
  _type == "articleList" => { ${articleListProjection} },
  _type == "prose" => { ${proseProjection} }`

export const PAGE_QUERY = defineQuery(`*[_type == "page" && slug.current == $slug && ${isVisible}][0]{
  _id, ${title}, "slug": slug.current, seo{ ${seo} },
  blocks[]{ ${blocksProjection} }
}`)

/** The articles that are not on the first page of a list. */
export const LATER_ARTICLES_QUERY = defineQuery(laterArticles)

/** Passed to `app/content`, which imports nothing from the blocks. */
export const PAGE_QUERIES = { page: PAGE_QUERY, laterArticles: LATER_ARTICLES_QUERY }
