import type { StoredDocument } from '#studio/validation/document.ts'
import type { PublishedContent } from '#studio/validation/published-content.ts'
import type { Rule } from '#studio/validation/rule.ts'
import { seedContent, seedDocuments } from '#studio/validation/seed.test-support.ts'

const documents = seedDocuments()
export const startingContent = seedContent()

/** A document of the starting content with other fields. */
export const seeded = (id: string, fields: object = {}): StoredDocument => {
  const document = documents.find(({ _id }) => _id === id)
  if (!document) throw new Error(`The starting content has no ${id}.`)
  return { ...document, ...fields }
}

/** Paragraphs of plain text. */
export const paragraphs = (...texts: string[]) =>
  texts.map((text, index) => ({
    _key: `p${index}`,
    _type: 'block',
    style: 'normal',
    markDefs: [],
    children: [{ _key: 's', _type: 'span', text, marks: [] }],
  }))

/** An FAQ item with this answer. */
export const answer = (...texts: string[]): StoredDocument => ({
  _id: 'faq-a',
  _type: 'faqItem',
  question: 'A question?',
  answer: paragraphs(...texts),
})

type Beside = { published?: StoredDocument; content?: Partial<PublishedContent> }

/** The findings of a rule in a document beside the starting content. */
export const findings = (rule: Rule, document: StoredDocument, { published, content }: Beside = {}) =>
  rule.check(document, { content: { ...startingContent, ...content }, published })

export const messages = (...given: Parameters<typeof findings>) =>
  findings(...given).map(({ message }) => message)
