import type { Page } from '@playwright/test'
import { expect, read, soon, test } from '#tests/support/studio.ts'

const PLAN = { id: 'plan-standard-buyer-lead', title: 'Standard Buyer Lead' }
const FAQ = { id: 'faq-what-leads-cost', question: 'What does each lead cost?' }

const card = (visitor: Page, plan: string) =>
  visitor.getByRole('listitem').filter({ has: visitor.getByRole('heading', { name: plan, exact: true }) })

async function choose(visitor: Page, plan: string) {
  await visitor.goto('/pricing')
  await card(visitor, plan).getByRole('button').click()
  await expect(visitor.getByRole('cell', { name: plan })).toBeVisible()
}

test('a plan that an editor takes off sale leaves the cards, and whoever had chosen it has no plan', async ({
  studio,
  page: visitor,
}) => {
  await choose(visitor, PLAN.title)
  await studio.openDocument('plan', PLAN.id)
  await studio.unpublish()
  await Promise.all([
    soon(
      'the card is gone',
      async () => !/Standard Buyer Lead [^$:]*\$99 /.test(await read(visitor, '/pricing')),
    ),
    soon('nothing is chosen', async () => (await read(visitor, '/checkout')).includes('No plan selected.')),
  ])
  await visitor.goto('/pricing')
  await expect(card(visitor, 'Standard Seller Lead')).toBeVisible()
  await expect(card(visitor, PLAN.title)).toHaveCount(0)
  await visitor.goto('/checkout')
  await expect(visitor.getByRole('heading', { name: 'No plan selected.' })).toBeVisible()
})

test('a question that an editor deletes is gone', async ({ studio, page: visitor, product }) => {
  const id = 'faq-credits-expire'
  const question = 'Do bundle credits expire?'
  expect(await read(visitor, '/pricing')).toContain(question)
  await studio.openDocument('faqItem', id)
  await expect(studio.field('Question')).toHaveValue(question)
  await studio.delete()
  await soon('the question is gone', async () => !(await read(visitor, '/pricing')).includes(question))
  await visitor.goto('/pricing')
  await expect(visitor.getByText(FAQ.question)).toBeVisible()
  await expect(visitor.getByText(question)).toHaveCount(0)
  expect(await product.editor.getDocument(id)).toBeUndefined()
})
