import { formatDate } from '#app/blocks/content-date.tsx'
import { pageBlocks } from '#app/blocks/page-blocks.ts'
import { quotedSetting } from '#app/content/contact-details.ts'
import { hrefOf, safeHref } from '#app/content/href.ts'
import type { MarkdownWriter, Section } from '#app/content/markdown.server.ts'
import { formatPrice, formatPropertyValue, saleCents, savingCents, toCents } from '#app/content/money.ts'
import type { Article, Block, BlockOf, Page, Plan } from '#app/content/types.ts'

type ArticleCard = BlockOf<'articleList'>['articles'][number]

/** A page of blocks. `later` are the articles on the further pages of a list. */
export function pageSection(
  { title, blocks: all }: Page,
  write: MarkdownWriter,
  later: ArticleCard[],
): Section {
  const { blocks, hasMainHeading } = pageBlocks(all)
  const sections = blocks.map((block) => blockSection(block, write, later))
  if (!hasMainHeading) return { title, sections }
  const [first, ...rest] = sections
  return { ...first, sections: [...(first?.sections ?? []), ...rest] }
}

function blockSection(block: Block, write: MarkdownWriter, later: ArticleCard[]): Section {
  const { callToAction: shared, address } = write.settings
  switch (block._type) {
    case 'heroSlideshow':
    case 'appreciation':
    case 'serviceCards':
    case 'statisticCards':
    case 'numbersBand':
    case 'hexagonCards':
    case 'pageHeader':
    case 'tabs':
    case 'featureGrid':
    case 'alternatingSections':
    case 'steps':
    case 'faq':
    case 'prose':
      return block
    case 'reviews':
      // Strangers write reviews. An agent must not read their text as the company's own.
      return { ...block, button: { label: block.addLabel, href: '#reviews', target: null } }
    case 'contactForm':
      return {
        ...block,
        note: block.legal,
        button: { label: block.submitLabel, href: '#enquiry', target: null },
      }
    case 'statement':
      return { heading: block.text, note: block.note }
    case 'planGrid':
      return { ...block, sections: block.plans.map((plan) => planSection(plan, write)) }
    case 'partners': {
      const list = block.partners.map(({ name, url }) => write.link(safeHref(url), name))
      return { ...block, list, sections: [block.invitation] }
    }
    case 'callToAction':
      return {
        heading: block.heading || shared?.heading,
        text: block.text?.length ? block.text : shared?.text,
        button: block.button?.label ? block.button : shared?.button,
      }
    case 'contactCards': {
      const titles = { email: block.emailTitle, phone: block.phoneTitle, address: block.addressTitle }
      const list = (['email', 'phone', 'address'] as const).map((name) => {
        const { text, href = safeHref(address?.mapsUrl) } = quotedSetting(write.settings, name) ?? {}
        return text && `${write.line(titles[name])}: ${write.link(href, text)}`
      })
      return { ...block, list }
    }
    case 'articleList':
      return { ...block, sections: [...block.articles, ...later].map(articleSection) }
    default:
      block satisfies never
      return {}
  }
}

/** The card of an article, which is also the beginning of its page. */
export function articleSection(article: ArticleCard | Omit<Article, 'body'>): Section {
  const { slug, category, date, site } = article
  const source = [category, date && formatDate(date), site].filter(Boolean).join(' · ')
  return { ...article, note: source, titleHref: hrefOf({ _type: 'article', slug }) }
}

/** The same figures as on the plan's card. */
function planSection(plan: Plan, { settings: { planWords: labels }, line }: MarkdownWriter): Section {
  const saving = savingCents(plan)
  const list = [
    plan.price !== null && `**${formatPrice(toCents(plan.price))}**`,
    plan.cap !== null && `${labels?.cap} ${formatPropertyValue(toCents(plan.cap))}`,
    plan.credit !== null && `${formatPrice(toCents(plan.credit))} ${labels?.credit}`,
    saving !== undefined && `${labels?.saving} ${formatPrice(saving)}`,
    ...(plan.features ?? []).map(line),
    !saleCents(plan) && labels?.unavailable,
  ]
  return { title: plan.title, intro: plan.summary, list }
}
