import type { PublishedContent } from '#studio/validation/published-content.ts'
import type { Context, Rule, StoredDocument } from '#studio/validation/rule.ts'
import { seedContent, seedDocuments } from '#studio/validation/seed.test-support.ts'

const documents = seedDocuments()

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

/** What a rule says of a document beside the starting content. */
export const findings = (
  rule: Rule,
  document: StoredDocument,
  { published, ...content }: Partial<PublishedContent> & { published?: StoredDocument | undefined } = {},
) => rule.check(document, { content: { ...seedContent(), ...content }, published } as Context)

export const messages = (...given: Parameters<typeof findings>) =>
  findings(...given).map(({ message }) => message)
