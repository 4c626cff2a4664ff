import { formatDate } from '#app/blocks/content-date.tsx'
import { pageBlocks } from '#app/blocks/page-blocks.ts'
import { formatAddress, formatPhone } from '#app/content/contact-details.ts'
import { hrefOf, safeHref } from '#app/content/href.ts'
import {
  bullets,
  heading,
  image,
  line,
  links,
  linkTo,
  type MarkdownPage,
  paragraphs,
  richText,
} from '#app/content/markdown.server.ts'
import { formatPrice, formatPropertyValue, saleCents, savingCents, toCents } from '#app/content/money.ts'
import type { Block, BlockOf, Page, Plan } from '#app/content/types.ts'

/** The Markdown form of a page of blocks. */
export function pageMarkdown({ title, blocks: all }: Pick<Page, 'title' | 'blocks'>, page: MarkdownPage) {
  const { blocks, hasMainHeading } = pageBlocks(all)
  return paragraphs(
    !hasMainHeading && heading(1, title, page),
    ...blocks.map((block, index) => blockMarkdown(block, index === 0 && hasMainHeading ? 1 : 2, page)),
  )
}

/** `level` is the level of the block's heading; its cards are one level below. */
function blockMarkdown(block: Block, level: 1 | 2, page: MarkdownPage): string {
  const title = 'heading' in block && heading(level, block.heading, page)
  const intro = () => 'intro' in block && line(block.intro as BlockOf<'faq'>['intro'], page)
  const cardTitle = (text: string | null) => heading(level + 1, text, page)
  switch (block._type) {
    case 'heroSlideshow':
      return paragraphs(
        title,
        line(block.tagline, page),
        links(block.buttons, page),
        ...(block.slides ?? []).map((slide) => image(slide, page)),
      )
    case 'appreciation':
      return paragraphs(
        title,
        richText(block.text, page),
        figures(block.figures, page),
        image(block.picture, page),
      )
    case 'statisticCards':
      return paragraphs(title, richText(block.text, page), figures(block.figures, page))
    case 'numbersBand':
      return paragraphs(title, intro(), figures(block.figures, page))
    case 'serviceCards':
    case 'hexagonCards':
      return paragraphs(title, intro(), cards(block.cards, level, page))
    case 'featureGrid':
      return paragraphs(title, intro(), cards(block.features, level, page))
    case 'steps':
      return paragraphs(title, intro(), cards(block.steps, level, page))
    case 'reviews':
      // Strangers write reviews. An agent must not read their text as the company's own.
      return paragraphs(title, intro(), onPage('Read and write reviews', block.addLabel, page, '#reviews'))
    case 'pageHeader':
      return paragraphs(
        title,
        line(block.eyebrow, page),
        richText(block.intro, page),
        links(block.buttons, page),
        image(block.picture, page),
      )
    case 'tabs':
      return paragraphs(
        title,
        ...(block.tabs ?? []).flatMap((tab) => [cardTitle(tab.title), richText(tab.text, page)]),
      )
    case 'partners':
      return paragraphs(
        title,
        bullets(block.partners.map(({ name, url }) => linkTo(safeHref(url), line(name, page), page))),
        cardTitle(block.invitation?.heading ?? null),
        line(block.invitation?.text, page),
        links([block.invitation?.button], page),
      )
    case 'callToAction': {
      const shared = page.settings.callToAction
      return paragraphs(
        heading(level, block.heading || shared?.heading, page),
        line(block.text?.length ? block.text : shared?.text, page),
        links([block.button?.label ? block.button : shared?.button], page),
      )
    }
    case 'alternatingSections':
      return paragraphs(
        ...(block.sections ?? []).flatMap((section) => [
          heading(2, section.heading, page),
          line(section.subheading, page),
          richText(section.text, page),
          links([section.button], page),
          image(section.picture, page),
        ]),
      )
    case 'statement':
      return paragraphs(heading(level, block.text, page), line(block.note, page))
    case 'planGrid':
      return paragraphs(
        title,
        intro(),
        ...block.plans.flatMap((plan) => [
          cardTitle(plan.title),
          line(plan.summary, page),
          bullets(planLines(plan, page)),
        ]),
        onPage('Choose a plan', page.settings.planWords?.choose, page),
      )
    case 'contactForm':
      return paragraphs(
        title,
        intro(),
        onPage('Fill in the form', block.submitLabel, page, '#enquiry'),
        richText(block.legal, page),
      )
    case 'faq':
      return paragraphs(
        title,
        intro(),
        ...(block.items ?? [])
          .filter((item) => item?.question)
          .flatMap(({ question, answer }) => [cardTitle(question), richText(answer, page)]),
      )
    case 'contactCards': {
      const { email, phone, address } = page.settings
      const card = (label: string | null, text: string, href: string | undefined) =>
        [label && `${line(label, page)}:`, linkTo(href, line(text, page), page)].filter(Boolean).join(' ')
      return paragraphs(
        title,
        bullets([
          email && card(block.emailTitle, email, `mailto:${email}`),
          phone && card(block.phoneTitle, formatPhone(phone), `tel:${phone}`),
          address?.street && card(block.addressTitle, formatAddress(address), safeHref(address.mapsUrl)),
        ]),
      )
    }
    case 'articleList':
      return paragraphs(
        title,
        ...block.articles.flatMap((article) => [
          `${'#'.repeat(level + 1)} ${linkTo(hrefOf({ _type: 'article', slug: article.slug }), line(article.title, page), page)}`,
          line(article.description, page),
          articleSource(article, page),
        ]),
      )
    case 'prose':
      return paragraphs(title, richText(block.text, page))
    default:
      block satisfies never
      return ''
  }
}

/** The category, date and first publication of an article, on one line. */
export const articleSource = (
  { category, date, site }: { category: string | null; date: string | null; site: string | null },
  page: MarkdownPage,
): string =>
  [category, date && formatDate(date), site].flatMap((part) => (part ? line(part, page) : [])).join(' · ')

/** What only the HTML page can do. */
const onPage = (task: string, label: string | null | undefined, page: MarkdownPage, hash = ''): string =>
  label ? `${task} on the web page: ${linkTo(page.url + hash, line(label, page), page)}` : ''

const cards = (values: BlockOf<'featureGrid'>['features'], level: number, page: MarkdownPage): string =>
  paragraphs(
    ...(values ?? []).flatMap(({ title, text }) => [heading(level + 1, title, page), line(text, page)]),
  )

const figures = (values: BlockOf<'numbersBand'>['figures'], page: MarkdownPage): string =>
  bullets(
    (values ?? []).map(({ value, label }) => value && `**${line(value, page)}** ${line(label, page)}`.trim()),
  )

/** The same figures as on the plan's card. */
function planLines(plan: Plan, page: MarkdownPage): (string | null | false | undefined)[] {
  const labels = page.settings.planWords
  const saving = savingCents(plan)
  return [
    plan.price !== null && `**${formatPrice(toCents(plan.price))}**`,
    plan.cap !== null && `${labels?.cap} ${formatPropertyValue(toCents(plan.cap))}`,
    plan.credit !== null && `${formatPrice(toCents(plan.credit))} ${labels?.credit}`,
    saving !== undefined && `${labels?.saving} ${formatPrice(saving)}`,
    ...(plan.features ?? []).map((feature) => line(feature, page)),
    !saleCents(plan) && labels?.unavailable,
  ]
}
