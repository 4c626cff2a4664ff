import { RobotIcon } from '@sanity/icons/Robot'
import { defineField, defineType } from 'sanity'
import { requiredLines, requiredString } from '#studio/schema/fields.ts'

const REPLIES = [
  ['buy', 'Buying', 'contain buy, purchase or buying'],
  ['sell', 'Selling', 'contain sell, selling or sale'],
  ['agent', 'Agents', 'contain agent, realtor or broker'],
  ['price', 'Prices and value', 'contain price, value, cost or market'],
  ['invest', 'Investing', 'contain invest, investment or rental'],
  ['generic', 'Anything else', 'contain none of these words'],
] as const

export const assistant = defineType({
  name: 'assistant',
  title: 'Assistant',
  type: 'document',
  icon: RobotIcon,
  fields: [
    requiredString('heading', 'Heading', 60, {
      description: 'The site puts the brand name before it.',
    }),
    requiredLines('greeting', 'Greeting', 400, { description: 'The first message of each conversation.' }),
    requiredString('placeholder', 'Placeholder of the message field', 60),
    requiredString('footer', 'Footer', 40, {
      description: 'The site puts the brand name and “AI” after it.',
    }),
    defineField({
      name: 'replies',
      title: 'Replies while the assistant is unreachable',
      type: 'object',
      description: 'The site chooses a reply by the words in the visitor’s message.',
      fields: REPLIES.map(([name, title, condition]) =>
        requiredLines(name, title, 600, { description: `Answers messages that ${condition}.` }),
      ),
      validation: (rule) => rule.required(),
    }),
  ],
  preview: { prepare: () => ({ title: 'Assistant' }) },
})
