import { expect, test } from 'vitest'
import { nameOf } from '#studio/validation/references.ts'

test.each([
  [{ _type: 'plan', title: 'Hot Seller Lead' }, 'Hot Seller Lead'],
  [{ _type: 'plan' }, 'Untitled'],
  [{ _type: 'faqItem', question: '' }, 'Untitled'],
  [{ _type: 'policy', title: { en: 'Shipping' }, slug: { current: 'shipping' } }, 'shipping'],
  [{ _type: 'page', title: [{ _key: 'en', value: 'Rates' }], slug: 'rates' }, 'Untitled'],
  [{ _type: 'siteSettings' }, 'Settings'],
])('editors see %j as "%s", never its id', (document, name) => {
  expect(nameOf({ _id: 'drafts.c5268acc', ...document })).toBe(name)
})
