import { z } from 'zod'

/**
 * The schema.org types that the site uses, with the properties that each may have there and what Google asks for
 * (schema.org/<type>; developers.google.com/search/docs/appearance/structured-data). Written from those pages, not from
 * the code. Nothing else is let through: no rating, no review of ourselves.
 */
const url = z.url({ protocol: /^https?$/ })
const words = z.string().trim().min(1)
const day = z.union([z.iso.date(), z.iso.datetime()])

const address = z.strictObject({
  '@type': z.literal('PostalAddress'),
  streetAddress: words,
  addressLocality: words,
  addressRegion: z.string().regex(/^([A-Z]{2}|[A-Z][a-z]+( [A-Z][a-z]+)?)$/), // “California”, says schema.org
  postalCode: z.string().regex(/^\d{5}$/),
  addressCountry: z.literal('US'),
})
const organization = z.strictObject({
  '@type': z.literal('Organization'),
  '@id': url,
  name: words,
  url,
  logo: url,
  description: words,
  email: z.email(),
  telephone: z.string().regex(/^\+[1-9]\d{7,14}$/),
  address,
})
const shortOrganization = z.strictObject({ '@type': z.literal('Organization'), '@id': url, name: words })
const webSite = z.strictObject({ '@type': z.literal('WebSite'), name: words, url })
const breadcrumbList = z.strictObject({
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.strictObject({
        '@type': z.literal('ListItem'),
        position: z.number().int().positive(),
        name: words,
        item: url,
      }),
    )
    .min(2)
    .refine((items) => items.every(({ position }, index) => position === index + 1)),
})
const product = z.strictObject({
  '@type': z.literal('Product'),
  name: words,
  description: words,
  sku: words,
  brand: z.strictObject({ '@type': z.literal('Brand'), name: words }),
  offers: z.strictObject({
    '@type': z.literal('Offer'),
    price: z.string().regex(/^\d+\.\d\d$/),
    priceCurrency: z.literal('USD'),
    availability: z.literal('https://schema.org/InStock'),
    url,
  }),
})
const faqPage = z.strictObject({
  '@type': z.literal('FAQPage'),
  mainEntity: z
    .array(
      z.strictObject({
        '@type': z.literal('Question'),
        name: words,
        acceptedAnswer: z.strictObject({ '@type': z.literal('Answer'), text: words }),
      }),
    )
    .min(1),
})
const article = z.strictObject({
  '@type': z.literal('Article'),
  headline: words.max(110),
  description: words,
  image: url,
  datePublished: day,
  dateModified: day,
  articleSection: words,
  author: shortOrganization,
  publisher: shortOrganization,
  mainEntityOfPage: url,
})

export const schemaOrg = z.array(
  z.discriminatedUnion('@type', [organization, webSite, breadcrumbList, product, faqPage, article]),
)
export type SchemaOrg = z.infer<typeof schemaOrg>
