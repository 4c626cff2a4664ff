import { formatAddress, formatPhone } from '#app/content/contact-details.ts'
import { hrefOf } from '#app/content/href.ts'
import {
  documentSchema,
  type Knowledge,
  type Line,
  type Passage,
  type Plan,
  planSchema,
  type StoredDocument,
} from '#app/content/knowledge.ts'
import type { Figures } from '#app/content/money.ts'
import { type Piece, pieceText } from '#app/content/plain-text.ts'
import { SETTINGS_QUERY } from '#app/content/queries.ts'
import type { Settings } from '#app/content/types.ts'
import { validateResult } from '#app/content/validate-result.server.ts'
import { z } from '#app/platform/zod.ts'

type Node = Record<string, unknown>
type ArticleTexts = { _id: string; title?: unknown; slug?: unknown; description?: unknown; body?: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const nodes = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : [])
const string = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const isText = (value: unknown): boolean => nodes(value)[0]?._type === 'block'

/** The fields of any block that search and assistant read as heading and text. */
const HEADINGS = ['heading', 'title']
const BODIES = ['subheading', 'tagline', 'intro', 'text', 'note', 'body']

/**
 * Reads texts as visitors see them, with the prices and contact data that they quote. A quoted plan is a reference, as
 * stored, or the plan itself, as in a page's query.
 */
export function textReader(settings: Settings, plans: Plan[]) {
  const plansById = new Map(plans.map((plan) => [plan._id, plan]))

  const planOf = (value: unknown) => {
    if (!isNode(value)) return undefined
    return '_ref' in value ? plansById.get(string(value._ref)) : (value as Figures)
  }

  const inline = (value: unknown): string =>
    typeof value === 'string' ? value.trim() : nodes(value).map(blockText).join(' ').trim()

  const blockText = (block: Node): string =>
    nodes(block.children)
      .map((child) => pieceText({ ...child, plan: planOf(child.plan) } as Piece, settings))
      .join('')
      .trim()

  /** The lines of a rich or plain text. */
  function linesOf(value: unknown): Line[] {
    if (typeof value === 'string') return sentences(value).map((text) => ({ text }))
    const lines: Line[] = []
    let lead = ''
    for (const block of nodes(value)) {
      const text = blockText(block)
      if (!text) continue
      if (block.listItem) lines.push({ text, listOf: lead })
      else {
        lines.push(...sentences(text).map((sentence) => ({ text: sentence })))
        lead = lines.at(-1)?.text ?? ''
      }
    }
    return lines
  }

  /** An article's passages: its description, then one per heading. */
  function readArticle({ _id, title, slug, description, body }: ArticleTexts): Passage[] {
    const path = hrefOf({ _type: 'article', slug: string(slug) })
    if (!path) return []
    const source = string(title)
    const page = { documentId: _id, kind: 'article' as const, source, path }
    const opening = { ...page, heading: source, context: '', lines: linesOf(description) }
    const rest = splitAtHeadings(nodes(body)).map(({ heading, blocks }) => ({
      ...page,
      heading: heading ? blockText(heading) : source,
      context: source,
      lines: linesOf(blocks),
    }))
    return [opening, ...rest].filter(({ lines }) => lines.length > 0)
  }

  return { inline, linesOf, readArticle }
}

/** Reads a result of KNOWLEDGE_QUERY. Documents that don't fit the schema are left out. */
export function readKnowledge(result: unknown): Knowledge {
  const documents = z.array(documentSchema).parse(result)
  const plans = documents
    .filter(({ _type }) => _type === 'plan')
    .flatMap((document) => planSchema.safeParse(document).data ?? [])
  return { plans, ...readPassages(documents, plans) }
}

/** Splits the content into passages: FAQ items, policy sections, blocks and cards of pages, contact data. */
function readPassages(documents: StoredDocument[], plans: Plan[]): Omit<Knowledge, 'plans'> {
  const stored = documents.find(({ _type }) => _type === 'siteSettings') ?? {}
  const settings = validateResult(SETTINGS_QUERY, stored) as Settings
  const { inline, linesOf } = textReader(settings, plans)
  const ofType = (type: string) => documents.filter(({ _type }) => _type === type)
  const brand = settings.brand ?? ''
  const paths = new Set<string>()
  const unlisted = new Set<string>()
  const passages: Passage[] = []

  const partnerNames = ofType('partner')
    .map(({ name }) => string(name))
    .filter(Boolean)
  const partners = partnerNames.length > 0 ? `Our partners: ${partnerNames.join(', ')}.` : ''

  /** Adds a part of a page, and each nested part that has a heading or a text of its own. */
  function readPart(
    part: Node,
    page: Pick<Passage, 'documentId' | 'kind' | 'source' | 'path'>,
    context: string,
  ): void {
    const heading = HEADINGS.map((name) => inline(part[name])).find(Boolean) ?? ''
    const lines = BODIES.flatMap((name) => linesOf(part[name]))
    const inner: Node[] = []
    for (const [name, value] of Object.entries(part)) {
      if (HEADINGS.includes(name) || BODIES.includes(name) || isText(value)) continue
      const parts = nodes(value).length > 0 ? nodes(value) : isNode(value) ? [value] : []
      for (const child of parts) {
        if (child._type === 'figure') {
          const label = inline(child.label)
          if (label) lines.push({ text: `${inline(child.value)} ${label}`, listOf: heading })
        } else if ([...HEADINGS, ...BODIES].some((key) => inline(child[key]))) inner.push(child)
      }
    }
    if (part._type === 'partners' && partners) lines.push({ text: partners })
    passages.push({ ...page, heading, context, lines })
    for (const child of inner) readPart(child, page, [context, heading].filter(Boolean).join(' '))
  }

  const pageWith = (holds: (block: Node) => boolean) => {
    const page = ofType('page').find((candidate) => nodes(candidate.blocks).some(holds))
    return page && hrefOf({ _type: 'page', slug: string(page.slug) })
  }
  const pricingPath = pageWith(({ _type }) => _type === 'planGrid') ?? '/pricing'
  const contactPath = pageWith(({ _type }) => _type === 'contactForm') ?? '/contact-us'
  const allQuestionsPath = pageWith(({ _type, items }) => _type === 'faq' && nodes(items).length === 0)
  /** The first page that lists a question, by the question's id. */
  const faqPaths = new Map<unknown, string>()
  for (const { slug, blocks } of ofType('page').reverse()) {
    const path = hrefOf({ _type: 'page', slug: string(slug) })
    const listed = nodes(blocks).flatMap(({ _type, items }) => (_type === 'faq' ? nodes(items) : []))
    if (path) for (const { _ref } of listed) faqPaths.set(_ref, path)
  }

  for (const { _id, question, answer } of ofType('faqItem')) {
    const path = allQuestionsPath ?? faqPaths.get(_id) ?? pricingPath
    const heading = string(question)
    passages.push({
      documentId: _id,
      kind: 'faq',
      source: heading,
      path,
      heading,
      context: '',
      lines: linesOf(answer),
    })
  }
  for (const type of ['policy', 'page'] as const) {
    for (const document of ofType(type)) {
      const path = hrefOf({ _type: type, slug: string(document.slug) })
      if (!path) continue
      paths.add(path)
      if (document.noIndex) unlisted.add(path)
      const page = {
        documentId: document._id,
        kind: type,
        source: string(document.title) || string(document.slug),
        path,
      }
      if (type === 'policy') {
        passages.push({ ...page, heading: page.source, context: '', lines: linesOf(document.intro) })
        for (const section of nodes(document.sections)) readPart(section, page, page.source)
      } else {
        // The title "Home" is no subject of the page.
        for (const block of nodes(document.blocks)) readPart(block, page, path === '/' ? '' : page.source)
      }
    }
  }
  const contactPage = ofType('page').find(
    ({ slug }) => hrefOf({ _type: 'page', slug: string(slug) }) === contactPath,
  )
  const contactSource = string(contactPage?.title) || 'Contact'
  passages.push({
    documentId: 'siteSettings',
    kind: 'contact',
    source: contactSource,
    path: contactPath,
    heading:
      'Contact: phone number, email address, postal address; reach us, talk to us, our office and location',
    context: brand,
    lines: contactLines(settings),
  })
  for (const { _id, replies } of ofType('assistant')) {
    for (const [topic, heading] of Object.entries(REPLY_TOPICS)) {
      const text = isNode(replies) ? string(replies[topic]) : ''
      // A reply is on no page, but links to one.
      const reply = { documentId: _id, source: '', path: contactPath, context: '' }
      if (text) passages.push({ ...reply, kind: 'reply', heading, lines: linesOf(text) })
    }
  }
  return {
    brand,
    passages: passages.filter(({ lines }) => lines.length > 0),
    pricingPath,
    contactPath,
    paths,
    unlisted,
    settings,
    email: settings.email ?? '',
    phone: settings.phone ? formatPhone(settings.phone) : '',
  }
}

/** Typical messages of visitors for each topic. Editors write the replies. */
const REPLY_TOPICS = {
  buy: 'I want to buy a home; buying a house; looking for a house to purchase',
  sell: 'I want to sell my home; selling my house or property; list my house',
  agent: 'I am looking for an agent; find a realtor or broker near me',
  price: 'What is my home worth; value of my house; home valuation',
  invest: 'I want to invest; investment property; rental property',
}

function contactLines({ brand, email, phone, address }: Settings): Line[] {
  const lines = [
    phone && `You can call ${brand ?? 'us'} at ${formatPhone(phone)}.`,
    email && `Our email address is ${email}.`,
    address && `Our postal address is ${formatAddress(address)}.`,
  ]
  return lines.flatMap((text) => (text ? [{ text }] : []))
}

/** Groups an article's blocks by the heading above them. */
function splitAtHeadings(blocks: Node[]): { heading?: Node; blocks: Node[] }[] {
  const parts: { heading?: Node; blocks: Node[] }[] = [{ blocks: [] }]
  for (const block of blocks) {
    if (/^h\d$/.test(string(block.style))) parts.push({ heading: block, blocks: [] })
    else parts.at(-1)!.blocks.push(block)
  }
  return parts
}

/** Splits a text into sentences: at a full stop, perhaps with a closing quote, before a space and a capital. */
export const sentences = (text: string): string[] =>
  text
    .split(/(?<=[.!?\u2026][\u201d"\u2019)]?)\s+(?=[\u201c"\u2018(]?[\p{Lu}\d$])/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
