import { AlternatingSectionsView } from '#app/blocks/alternating-sections/view.tsx'
import { AppreciationView } from '#app/blocks/appreciation/view.tsx'
import { ArticleListView, type ListPlace } from '#app/blocks/article-list/view.tsx'
import { CallToActionView } from '#app/blocks/call-to-action/view.tsx'
import { ContactCardsView } from '#app/blocks/contact-cards/view.tsx'
import { ContactFormView } from '#app/blocks/contact-form/view.tsx'
import { FaqView } from '#app/blocks/faq/view.tsx'
import { FeatureGridView } from '#app/blocks/feature-grid/view.tsx'
import { HeroSlideshowView } from '#app/blocks/hero-slideshow/view.tsx'
import { HexagonCardsView } from '#app/blocks/hexagon-cards/view.tsx'
import { NumbersBandView } from '#app/blocks/numbers-band/view.tsx'
import { pageBlocks } from '#app/blocks/page-blocks.ts'
import { PageHeaderView } from '#app/blocks/page-header/view.tsx'
import { PartnersView } from '#app/blocks/partners/view.tsx'
import { PlanGridView } from '#app/blocks/plan-grid/view.tsx'
import { ProseView } from '#app/blocks/prose/view.tsx'
import { ReviewsView } from '#app/blocks/reviews/view.tsx'
import { ServiceCardsView } from '#app/blocks/service-cards/view.tsx'
import { StatementView } from '#app/blocks/statement/view.tsx'
import { StatisticCardsView } from '#app/blocks/statistic-cards/view.tsx'
import { StepsView } from '#app/blocks/steps/view.tsx'
import { TabsView } from '#app/blocks/tabs/view.tsx'
import type { OfferedConsents } from '#app/contact/consents.server.ts'
import { EditablePart } from '#app/content/click-to-edit.tsx'
import type { Block, Page } from '#app/content/types.ts'
import type { ShownReviews } from '#app/reviews/review-list.server.ts'
import { HeadingLevel } from '#app/ui/heading.tsx'
import { BlockPosition } from '#app/ui/section-id.ts'

/** Data that some blocks show besides their content. */
type Extras = {
  /** The slug of the plan that the visitor has chosen. */
  chosenPlan?: string | null
  /** The consent texts of the contact form. */
  consents?: OfferedConsents | null
  /** The first reviews of the last known list. */
  reviews?: ShownReviews | null
  /** The page number of an article list. */
  list?: ListPlace
}

type Props = Extras & {
  blocks: Page['blocks']
  /** The main heading if the first block has none. */
  title?: string | null
}

/** The blocks of a page. The first one contains the main heading. */
export function Blocks({ blocks: all, title, ...extras }: Props) {
  const { blocks, hasMainHeading } = pageBlocks(all)
  const positionOf = (index: number) =>
    blocks.slice(0, index + 1).filter(({ _type }) => _type === blocks[index]?._type).length
  return (
    <>
      {title && !hasMainHeading && <h1 className="visually-hidden">{title}</h1>}
      {blocks.map((block, index) => (
        <HeadingLevel key={block._key} value={index === 0 && hasMainHeading ? 1 : 2}>
          <EditablePart path={`blocks:${block._key}`}>
            <BlockPosition value={positionOf(index)}>
              <BlockView block={block} {...extras} />
            </BlockPosition>
          </EditablePart>
        </HeadingLevel>
      ))}
    </>
  )
}

function BlockView({ block, chosenPlan, consents, reviews, list }: { block: Block } & Extras) {
  switch (block._type) {
    case 'heroSlideshow':
      return <HeroSlideshowView block={block} />
    case 'appreciation':
      return <AppreciationView block={block} />
    case 'serviceCards':
      return <ServiceCardsView block={block} />
    case 'statisticCards':
      return <StatisticCardsView block={block} />
    case 'numbersBand':
      return <NumbersBandView block={block} />
    case 'hexagonCards':
      return <HexagonCardsView block={block} />
    case 'reviews':
      return <ReviewsView block={block} reviews={reviews} />
    case 'pageHeader':
      return <PageHeaderView block={block} />
    case 'tabs':
      return <TabsView block={block} />
    case 'partners':
      return <PartnersView block={block} />
    case 'featureGrid':
      return <FeatureGridView block={block} />
    case 'callToAction':
      return <CallToActionView block={block} />
    case 'alternatingSections':
      return <AlternatingSectionsView block={block} />
    case 'steps':
      return <StepsView block={block} />
    case 'statement':
      return <StatementView block={block} />
    case 'planGrid':
      return <PlanGridView block={block} chosenPlan={chosenPlan} />
    case 'contactForm':
      return <ContactFormView block={block} consents={consents} />
    case 'faq':
      return <FaqView block={block} />
    case 'contactCards':
      return <ContactCardsView block={block} />
    case 'articleList':
      return <ArticleListView block={block} place={list} />
    case 'prose':
      return <ProseView block={block} />
    default:
      block satisfies never
      return null
  }
}
