import { RobotIcon } from '@sanity/icons/Robot'
import { defineField, defineType } from 'sanity'
import { requiredString } from '#studio/schema/fields.ts'
import { needsLine } from '#studio/schema/rules.ts'

const REPLIES = [
  { name: 'buy', title: 'Buying', words: 'buy, purchase, buying' },
  { name: 'sell', title: 'Selling', words: 'sell, selling, sale' },
  { name: 'agent', title: 'Agents', words: 'agent, realtor, broker' },
  { name: 'price', title: 'Prices and value', words: 'price, value, cost, market' },
  { name: 'invest', title: 'Investing', words: 'invest, investment, rental' },
  { name: 'generic', title: 'Anything else', words: 'none of the words above' },
]

/** The chat assistant's words (specification 2, 4 and 8). */
export const assistant = defineType({
  name: 'assistant',
  title: 'Assistant',
  type: 'document',
  icon: RobotIcon,
  fields: [
    requiredString('heading', 'Heading behind the brand name', 60, {
      description: 'The brand name is put in front of it.',
    }),
    defineField({
      name: 'greeting',
      title: 'Greeting',
      type: 'text',
      rows: 3,
      description: 'The first message of an empty conversation.',
      validation: (rule) => needsLine(rule).max(400),
    }),
    requiredString('placeholder', 'Words in the empty input', 60),
    requiredString('footer', 'Footer in front of the brand name', 40, {
      description: 'The brand name and “AI” are put behind it.',
    }),
    defineField({
      name: 'replies',
      title: 'Replies when the assistant can’t be reached',
      type: 'object',
      description: 'Chosen by the words in the visitor’s message.',
      fields: REPLIES.map(({ name, title, words }) =>
        defineField({
          name,
          title,
          type: 'text',
          rows: 3,
          description: `Answers messages with: ${words}.`,
          validation: (rule) => needsLine(rule).max(600),
        }),
      ),
      validation: (rule) => rule.required(),
    }),
  ],
  preview: { prepare: () => ({ title: 'Assistant' }) },
})
