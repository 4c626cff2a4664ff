import { getPublishedId } from '@sanity/client/csm'
import { type Finding, found, type Rule } from '#studio/guards/rule.ts'
import { addressProblem, MOST_PRICE, RESERVED_SLUGS } from '#studio/schema/rules.ts'
import { indexed } from '#studio/validation/indexed.ts'
import { ADDRESSED, pathOf, slugOf, titleOf } from '#studio/validation/published-content.ts'
import {
  isEarlierText,
  leadingFrom,
  routeProblem,
  sourceProblem,
  standingAt,
  targetProblem,
} from '#studio/validation/redirect-routes.ts'
import type { StoredDocument } from '#studio/validation/rule.ts'
import { type Block, blockText, walk } from '#studio/validation/walk.ts'
import { DEFAULT_WORDS } from '../../app/content/default-words.ts'
import { plainPath } from '../../app/content/plain-path.ts'

type Reference = { _ref?: string }

const publishedAs = indexed((id: string) => id)

/** What stands below an address: an earlier text of a policy, a further page of a list. */
const BELOW = /\/(?:\d{4}-\d\d-\d\d(?:-\d+)?|page\/\d+)$/

/** References to what is not published, and addresses of this site where nothing stands: visitors get no link, or a dead one. */
export const brokenLinks: Rule = (document, { published, addresses, redirects, earlier, settings }) => {
  const wordsOn = linkWords(document)
  return [...walk(document)].flatMap(({ kind, path, value }): Finding[] => {
    if (kind !== 'object') return []
    const { _ref } = value as Reference
    if (
      typeof _ref === 'string' &&
      !/^(image|file)-/.test(_ref) &&
      publishedAs(published, getPublishedId(_ref)).length === 0
    ) {
      const words = wordsOn.get(value)
      return found(
        'broken-link',
        path,
        `${words ? `“${words}”` : 'This'} points at something that is not published, so visitors will not see it.`,
      )
    }
    const field = document._type === 'redirect' ? 'to' : 'href'
    const site = settings?.companyUrl && URL.parse(settings.companyUrl)
    const url = site && typeof value[field] === 'string' ? URL.parse(value[field], site) : null
    if (!site || url?.host !== site.host) return []
    const here = plainPath(url.pathname)
    const known =
      here === '/' ||
      RESERVED_SLUGS.includes(here.split('/')[1] ?? '') ||
      [here, here.replace(BELOW, '')].some(
        (place) => standingAt(addresses, place).length > 0 || leadingFrom(redirects, place).length > 0,
      ) ||
      isEarlierText(here, earlier)
    return known
      ? []
      : found('broken-link', [...path, field], `Nothing stands at ${url.pathname} of this site.`)
  })
}

/** The words that visitors would press, of each reference that stands behind some. */
function linkWords(document: StoredDocument): Map<unknown, string> {
  const words = new Map<unknown, string>()
  for (const { kind, value } of walk(document)) {
    if (kind === 'object' && typeof value.label === 'string') words.set(value.target, value.label)
    if (kind !== 'block') continue
    for (const mark of [value.markDefs ?? []].flat())
      if (mark) words.set(mark.target, blockText({ ...value, children: marked(value, mark._key) }))
  }
  return words
}

const marked = ({ children }: Block, key: string) =>
  [children ?? []].flat().filter((child) => [child?.marks].flat().includes(key))

/** Pictures without words for people who can't see them. */
export const missingAlt: Rule = (document) =>
  picturesIn(document).flatMap(({ path, asset, alt }) =>
    asset && !alt?.trim()
      ? found(
          'missing-alt',
          [...path, 'alt'],
          'Say what the picture shows: without words people who can’t see it, and search engines, get nothing.',
        )
      : [],
  )

/** Pictures that were replaced, over the words for the one that is published. */
export function staleAlt(document: StoredDocument, published: StoredDocument): Finding[] {
  const before = new Map(picturesIn(published).map((picture) => [JSON.stringify(picture.path), picture]))
  return picturesIn(document).flatMap(({ path, asset, alt }) => {
    const known = before.get(JSON.stringify(path))
    return asset && known?.asset && asset._ref !== known.asset._ref && alt && alt === known.alt
      ? found(
          'stale-alt',
          [...path, 'alt'],
          'The picture is another one, and these are still the words for the earlier one. Say what this one shows.',
        )
      : []
  })
}

const picturesIn = (document: StoredDocument) =>
  [...walk(document)].flatMap(({ kind, path, value }) =>
    kind === 'object' && value._type === 'picture'
      ? [{ path, ...(value as { asset?: Reference; alt?: string }) }]
      : [],
  )

const LEVELS: Record<string, number> = { h1: 1, h2: 2, h3: 3, h4: 4, h5: 5, h6: 6 }
/** Blocks whose heading is the page's main heading where they stand first. */
type PageBlock = { _key: string; _type: string; heading?: unknown; text?: unknown }

/** Headings that are empty, or that skip a level: the outline that screen readers and search engines go by. */
export const headingOrder: Rule = (document) => {
  if (document._type === 'page') {
    const blocks = (document.blocks ?? []) as PageBlock[]
    let level = 1
    return blocks.flatMap((block, index) => {
      if (block.heading && index > 0) level = 2
      const [findings, last] = outline(block, ['blocks', { _key: block._key }], level)
      level = last
      return findings
    })
  }
  // What stands above a text: an article's title, a policy's numbered sections.
  return outline(document, [], document._type === 'article' ? 1 : 2)[0]
}

function outline(value: unknown, base: Finding['path'], start: number): [Finding[], number] {
  let level = start
  const findings: Finding[] = []
  for (const place of walk(value, base)) {
    if (place.kind !== 'block') continue
    const own = LEVELS[place.value.style ?? '']
    if (!own) continue
    const text = blockText(place.value as Block).trim()
    const say = (message: string) => findings.push(...found('heading-order', place.path, message))
    if (!text) say('This heading is empty: fill it in or make it a paragraph.')
    else if (own > level + 1)
      say(
        `“${text}” skips a level: a heading of level ${own} stands below one of level ${level}. Put a heading above it, or make it a paragraph in bold.`,
      )
    level = own
  }
  return [findings, level]
}

/** Search engines show about so many letters. */
export const TITLE_LETTERS = 60
export const DESCRIPTION_LETTERS = 160

/** Titles and descriptions that search results would cut. */
export const searchResult: Rule = (document, { settings }) => {
  if (!ADDRESSED.includes(document._type)) return []
  const seo = (document.seo ?? {}) as { title?: string; description?: string }
  const title = [seo.title || document.title, settings?.brand].filter(Boolean).join(' · ')
  const description =
    seo.description || (document._type === 'article' && (document.description as string)) || ''
  const findings: Finding[] = []
  const say = (field: 'title' | 'description', message: string) =>
    findings.push(...found('search-result', seo[field] ? ['seo', field] : [field], message))
  if (title.length > TITLE_LETTERS)
    say(
      'title',
      `Search results cut this after about ${TITLE_LETTERS} letters; with the brand name it has ${title.length}.${seo.title ? '' : ' Give it a shorter title under “Search and sharing”.'}`,
    )
  if (description.length > DESCRIPTION_LETTERS)
    say(
      'description',
      `Search results cut this after about ${DESCRIPTION_LETTERS} letters; it has ${description.length}.${seo.description ? '' : ' Give it a shorter description under “Search and sharing”.'}`,
    )
  return findings
}

/** An article without a picture: the list and shared links show a gap. */
export const articlePicture: Rule = ({ _type, picture }) =>
  _type === 'article' && !(picture as { asset?: unknown } | undefined)?.asset
    ? found('article-picture', ['picture'], 'An article needs a picture: the list and shared links show it.')
    : []

/** Blocks that invite to do something by themselves. */
const CALLS = ['callToAction', 'contactForm', 'contactCards', 'planGrid', 'articleList']

/** A page that leads nowhere. */
export const callToAction: Rule = (document) => {
  if (document._type !== 'page') return []
  const leads = [...walk(document.blocks)].some(
    ({ kind, value }) =>
      kind === 'object' &&
      (CALLS.includes(String(value._type)) || value._type === 'link' || value._type === 'textLink'),
  )
  return leads
    ? []
    : found(
        'call-to-action',
        ['blocks'],
        'Nothing on this page leads on. Add a button, or the block “Call to action” at its end.',
      )
}

/** An address at which visitors find something else, or nothing, as imports leave it. */
export const ownAddress: Rule = (document, { addresses }) => {
  const slug = slugOf(document)
  const path = ADDRESSED.includes(document._type) && pathOf({ _type: document._type, slug })
  if (!slug || !path) return []
  const id = getPublishedId(document._id)
  const twin = standingAt(addresses, plainPath(path)).find(({ _id }) => _id !== id)
  const message =
    addressProblem(document._type, slug) ??
    (twin &&
      `“${titleOf(twin)}” stands at ${path}, too, and visitors see one of the two. Choose another address.`)
  return message ? found('own-address', ['slug'], message) : []
}

/** A bundle that gives more than that is mistyped rather than generous. */
const MOST_TIMES = 3

/** A price that nobody can pay, a bundle that costs more than it gives or gives hardly what was meant, and a short name that another plan has. */
export const planFacts: Rule = (document, { plans }) => {
  if (document._type !== 'plan') return []
  const { kind, price, credit } = document as { kind?: string; price?: number; credit?: number }
  const slug = slugOf(document)
  const findings: Finding[] = []
  const say = (rule: Finding['rule'], field: string, message: string) =>
    findings.push(...found(rule, [field], message))
  // What is no number at all is told as that.
  if (
    typeof price === 'number' &&
    !(price > 0 && price <= MOST_PRICE && Math.round(price * 100) / 100 === price)
  )
    say(
      'plan-price',
      'price',
      `Nobody can pay ${price} dollars: to visitors this plan has no price. Type one of at most $100,000, with whole cents.`,
    )
  if (kind === 'bundle' && price !== undefined && credit !== undefined && credit < price)
    say(
      'bundle-credit',
      'credit',
      `The credit ($${credit}) is below the price ($${price}): whoever buys this bundle loses money.`,
    )
  if (kind === 'bundle' && price && credit && credit > MOST_TIMES * price)
    say(
      'bundle-credit',
      'credit',
      `The credit ($${credit}) is more than ${MOST_TIMES} times the price ($${price}): is one of them mistyped?`,
    )
  const twin = plans.find((plan) => plan._id !== getPublishedId(document._id) && plan.slug === slug)
  if (slug && twin)
    say(
      'plan-slug',
      'slug',
      `“${titleOf(twin)}” has the same short name: a visitor who chooses one may pay for the other.`,
    )
  return findings
}

/** Redirects that would not act, lead in a circle or take a detour. The form says so as an error; here they are found among imported content. */
export const redirectFacts: Rule = (document, dataset) => {
  if (document._type !== 'redirect') return []
  const { from = '', to, target } = document as unknown as { from?: string; to?: string; target?: Reference }
  const _id = getPublishedId(document._id)
  const page = dataset.addresses.find((address) => address._id === target?._ref)
  const own = { _id, from, to: to ?? null, targetSlug: page ?? null }
  const problems: [string, string | undefined][] = [
    ['from', sourceProblem(from, document, dataset)],
    ['to', to ? targetProblem(to) : undefined],
    ['from', routeProblem(own, dataset)],
  ]
  return problems.flatMap(([field, message]) => (message ? found('redirect', [field], message) : []))
}

/** Words of Settings that content from an earlier version, or from elsewhere, lacks: the site has its own until they are there. */
export const missingWords: Rule = (document) =>
  document._type === 'siteSettings'
    ? Object.entries(DEFAULT_WORDS).flatMap(([group, words]) =>
        Object.entries(words).flatMap(([name, text]): Finding[] => {
          const given = (document[group] as Record<string, unknown> | undefined)?.[name]
          if (typeof given === 'string' && given.trim()) return []
          return [
            {
              rule: 'missing-words',
              path: [group, name],
              message: `Words of a button, heading or message are missing. Visitors read the site’s own meanwhile: “${text}”.`,
              fixes: [{ title: `Write “${text}”`, path: [group, name], value: text }],
            },
          ]
        }),
      )
    : []
