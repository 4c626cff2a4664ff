import { expect, test } from 'vitest'
import { faqItem } from '#studio/schema/documents/faq-item.ts'

const block = {
  _type: 'block',
  children: [{ _type: 'span', text: 'It costs ' }, { _type: 'priceReference' }],
}

test.each([
  [[block, block], 'It costs … It costs …'],
  [[null, 7, 'words', {}, block], ' It costs …'],
  ['words', ''],
  [undefined, ''],
])('the list shows the words of an answer, also of one that a script put there: %j', (answer, subtitle) => {
  expect(faqItem.preview?.prepare?.({ title: 'What?', answer, showFrom: null, showUntil: null })).toEqual({
    title: 'What?',
    subtitle,
  })
})
