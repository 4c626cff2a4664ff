import { alternatingSections } from '#studio/schema/blocks/alternating-sections.ts'
import { appreciation } from '#studio/schema/blocks/appreciation.ts'
import { articleList } from '#studio/schema/blocks/article-list.ts'
import { callToAction } from '#studio/schema/blocks/call-to-action.ts'
import { contactCards } from '#studio/schema/blocks/contact-cards.ts'
import { contactForm } from '#studio/schema/blocks/contact-form.ts'
import { faq } from '#studio/schema/blocks/faq.ts'
import { featureGrid } from '#studio/schema/blocks/feature-grid.ts'
import { heroSlideshow } from '#studio/schema/blocks/hero-slideshow.ts'
import { hexagonCards } from '#studio/schema/blocks/hexagon-cards.ts'
import { numbersBand } from '#studio/schema/blocks/numbers-band.ts'
import { pageHeader } from '#studio/schema/blocks/page-header.ts'
import { partners } from '#studio/schema/blocks/partners.ts'
import { planGrid } from '#studio/schema/blocks/plan-grid.ts'
import { prose } from '#studio/schema/blocks/prose.ts'
import { reviews } from '#studio/schema/blocks/reviews.ts'
import { serviceCards } from '#studio/schema/blocks/service-cards.ts'
import { statement } from '#studio/schema/blocks/statement.ts'
import { statisticCards } from '#studio/schema/blocks/statistic-cards.ts'
import { steps } from '#studio/schema/blocks/steps.ts'
import { tabs } from '#studio/schema/blocks/tabs.ts'

/** The tabs of the insert menu, with their blocks in order. Each block has a folder of the same name in app/blocks. */
export const BLOCK_GROUPS = [
  { name: 'opening', title: 'Opening', blocks: [heroSlideshow, pageHeader] },
  { name: 'text', title: 'Text', blocks: [prose, statement, steps, tabs, alternatingSections, appreciation] },
  {
    name: 'cards',
    title: 'Cards and figures',
    blocks: [serviceCards, featureGrid, hexagonCards, statisticCards, numbersBand],
  },
  {
    name: 'lists',
    title: 'Lists and forms',
    blocks: [planGrid, faq, articleList, partners, reviews, contactForm, contactCards, callToAction],
  },
]

export const blocks = BLOCK_GROUPS.flatMap((group) => group.blocks)
