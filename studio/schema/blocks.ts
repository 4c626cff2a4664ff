import { alternatingSectionsBlock } from '#studio/schema/blocks/alternating-sections.ts'
import { appreciationBlock } from '#studio/schema/blocks/appreciation.ts'
import { articleListBlock } from '#studio/schema/blocks/article-list.ts'
import { callToActionBlock } from '#studio/schema/blocks/call-to-action.ts'
import { contactCardsBlock } from '#studio/schema/blocks/contact-cards.ts'
import { contactFormBlock } from '#studio/schema/blocks/contact-form.ts'
import { faqBlock } from '#studio/schema/blocks/faq.ts'
import { featureGridBlock } from '#studio/schema/blocks/feature-grid.ts'
import { heroSlideshowBlock } from '#studio/schema/blocks/hero-slideshow.ts'
import { hexagonCardsBlock } from '#studio/schema/blocks/hexagon-cards.ts'
import { numbersBandBlock } from '#studio/schema/blocks/numbers-band.ts'
import { pageHeaderBlock } from '#studio/schema/blocks/page-header.ts'
import { partnersBlock } from '#studio/schema/blocks/partners.ts'
import { planGridBlock } from '#studio/schema/blocks/plan-grid.ts'
import { proseBlock } from '#studio/schema/blocks/prose.ts'
import { reviewsBlock } from '#studio/schema/blocks/reviews.ts'
import { serviceCardsBlock } from '#studio/schema/blocks/service-cards.ts'
import { statementBlock } from '#studio/schema/blocks/statement.ts'
import { statisticCardsBlock } from '#studio/schema/blocks/statistic-cards.ts'
import { stepsBlock } from '#studio/schema/blocks/steps.ts'
import { tabsBlock } from '#studio/schema/blocks/tabs.ts'

/** Every block that an editor can place on a page; app/blocks has a folder of the same name for each. */
export const blocks = [
  heroSlideshowBlock,
  appreciationBlock,
  serviceCardsBlock,
  statisticCardsBlock,
  numbersBandBlock,
  hexagonCardsBlock,
  reviewsBlock,
  pageHeaderBlock,
  tabsBlock,
  partnersBlock,
  featureGridBlock,
  callToActionBlock,
  alternatingSectionsBlock,
  stepsBlock,
  statementBlock,
  planGridBlock,
  faqBlock,
  contactCardsBlock,
  contactFormBlock,
  articleListBlock,
  proseBlock,
]
