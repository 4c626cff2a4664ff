import type { StoredDocument } from '#studio/validation/document.ts'
import type { PublishedContent } from '#studio/validation/published-content.ts'
import type { Rule } from '#studio/validation/rule.ts'
import { seedContent, seedDocuments } from '#studio/validation/seed.test-support.ts'

const documents = seedDocuments()
export const startingContent = seedContent()

/** Returns a document of the starting content with changed fields. */
export const seeded = (id: string, fields: object = {}): StoredDocument => {
  const document = documents.find(({ _id }) => _id === id)
  if (!document) throw new Error(`The starting content has no ${id}.`)
  return { ...document, ...fields }
}

export const paragraphs = (...texts: string[]) =>
  texts.map((text, index) => ({
    _key: `p${index}`,
    _type: 'block',
    style: 'normal',
    markDefs: [],
    children: [{ _key: 's', _type: 'span', text, marks: [] }],
  }))

export const answer = (...texts: string[]): StoredDocument => ({
  _id: 'faq-a',
  _type: 'faqItem',
  question: 'A question?',
  answer: paragraphs(...texts),
})

type TestContext = { published?: StoredDocument; content?: Partial<PublishedContent> }

/** Returns the findings of a rule in a document, with the starting content as context. */
export const findings = (rule: Rule, document: StoredDocument, { published, content }: TestContext = {}) =>
  rule.check(document, { content: { ...startingContent, ...content }, published })

export const messages = (...args: Parameters<typeof findings>) =>
  findings(...args).map(({ message }) => message)
