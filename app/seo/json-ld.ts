import type {
  Article as ArticleLd,
  BreadcrumbList,
  FAQPage,
  Graph,
  Organization,
  Product,
  Thing,
  WebSite,
} from 'schema-dts'
import { hrefOf } from '#app/content/href.ts'
import { pictureUrl } from '#app/content/media.ts'
import { saleCents } from '#app/content/money.ts'
import { plainText } from '#app/content/plain-text.ts'
import type { Article, Block, BlockOf, Page, Plan, Policy } from '#app/content/types.ts'
import { breadcrumbsOf } from '#app/seo/breadcrumbs.ts'
import { SHARE_SIZE, type Site } from '#app/seo/meta.ts'

// Structured data contains only what the page shows.
const graph = (...things: (Thing | undefined)[]): Graph => ({
  '@context': 'https://schema.org',
  '@graph': things.filter((thing) => thing !== undefined),
})

export function pageJsonLd({ blocks, slug, title }: Page, site: Site): Graph {
  const home = slug === 'home'
  const ofType = <Type extends Block['_type']>(type: Type) =>
    (blocks ?? []).filter((block): block is BlockOf<Type> => block._type === type)
  // A selected question that is no longer published is null.
  const questions = ofType('faq').flatMap(({ items }) => items?.filter(Boolean) ?? [])
  const plans = ofType('planGrid').flatMap(({ plans }) => plans)
  const path = hrefOf({ _type: 'page', slug }) ?? '/'
  return graph(
    home || ofType('contactCards').length > 0 ? organization(site) : undefined,
    home ? webSite(site) : breadcrumbs({ _type: 'page', slug, title }, site),
    ...plans.map((plan) => product(plan, site, path)),
    questions.length > 0 ? faqPage(questions, site) : undefined,
  )
}

export const policyJsonLd = ({ title, slug }: Policy, site: Site): Graph =>
  graph(breadcrumbs({ _type: 'policy', slug, title }, site))

export function articleJsonLd(article: Article, site: Site): Graph {
  const { title, description, date, category, picture, slug, _updatedAt } = article
  const path = hrefOf({ _type: 'article', slug }) ?? '/'
  const image = picture && pictureUrl(picture, SHARE_SIZE)
  const about: ArticleLd = {
    '@type': 'Article',
    headline: title ?? '',
    ...(description && { description }),
    ...(image && { image: new URL(image, site.siteUrl).href }),
    ...(date && { datePublished: date }),
    // `date` may be in the future, and an article can't be modified before it is published.
    ...(date && { dateModified: _updatedAt.slice(0, 10) > date ? _updatedAt : date }),
    ...(category && { articleSection: category }),
    author: publisher(site),
    publisher: publisher(site),
    mainEntityOfPage: site.siteUrl + path,
  }
  return graph(breadcrumbs({ _type: 'article', slug, title }, site), about)
}

type Question = NonNullable<BlockOf<'faq'>['items']>[number]

const organizationId = ({ siteUrl }: Site) => `${siteUrl}/#organization`

const publisher = (site: Site): Organization => ({
  '@type': 'Organization',
  '@id': organizationId(site),
  name: site.settings.brand ?? '',
})

function organization(site: Site): Organization {
  const { settings, siteUrl } = site
  const { description, email, phone, address } = settings
  return {
    ...(publisher(site) as object),
    '@type': 'Organization',
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icons/mark-512.png`,
    ...(description && { description }),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...(address && {
      address: {
        '@type': 'PostalAddress',
        ...(address.street && { streetAddress: address.street }),
        ...(address.city && { addressLocality: address.city }),
        ...(address.region && { addressRegion: address.region }),
        ...(address.postalCode && { postalCode: address.postalCode }),
        addressCountry: 'US',
      },
    }),
  }
}

const webSite = ({ settings, siteUrl }: Site): WebSite => ({
  '@type': 'WebSite',
  name: settings.brand ?? '',
  url: `${siteUrl}/`,
})

const breadcrumbs = (document: Parameters<typeof breadcrumbsOf>[0], site: Site): BreadcrumbList => ({
  '@type': 'BreadcrumbList',
  itemListElement: breadcrumbsOf(document, site.settings).map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: site.siteUrl + path,
  })),
})

/** Undefined for a plan that is not for sale. */
function product(plan: Plan, site: Site, path: string): Product | undefined {
  const { title, summary, slug } = plan
  const priceCents = saleCents(plan)
  if (!title || !slug || !priceCents) return undefined
  return {
    '@type': 'Product',
    name: title,
    ...(summary && { description: summary }),
    sku: slug,
    brand: { '@type': 'Brand', name: site.settings.brand ?? '' },
    offers: {
      '@type': 'Offer',
      price: (priceCents / 100).toFixed(2),
      priceCurrency: 'USD',
      availability: 'https://schema.org/InStock',
      url: site.siteUrl + path,
    },
  }
}

const faqPage = (questions: Question[], { settings }: Site): FAQPage => ({
  '@type': 'FAQPage',
  mainEntity: questions.flatMap(({ question, answer }) =>
    question && answer?.length
      ? {
          '@type': 'Question' as const,
          name: question,
          acceptedAnswer: { '@type': 'Answer' as const, text: plainText(answer, settings) },
        }
      : [],
  ),
})
