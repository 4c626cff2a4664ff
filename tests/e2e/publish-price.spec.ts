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

test('publishing a price change updates the card, the FAQ, checkout and the chat’s answer', async ({
  studio,
  page: visitor,
}) => {
  await choose(visitor, PLAN.title)
  await studio.open()
  await studio.walk('Plans and prices', 'Lead rates', PLAN.title)
  await studio.loaded()
  await expect(studio.field('Price (USD)')).toHaveValue('99')

  await studio.field('Price (USD)').fill('109')
  await studio.publish()
  await Promise.all([
    soon('the card shows the price', async () =>
      /Standard Buyer Lead [^$]*\$109 /.test(await read(visitor, '/pricing')),
    ),
    soon('the FAQ answer quotes it', async () =>
      (await read(visitor, '/pricing')).includes('Standard Buyer Lead: $109'),
    ),
    soon('checkout asks for it', async () => (await read(visitor, '/checkout')).includes('$109.00')),
  ])

  await visitor.goto('/pricing')
  await expect(card(visitor, PLAN.title).getByText('$109', { exact: true })).toBeVisible()
  await visitor.getByText(FAQ.question).click()
  await expect(visitor.getByText('Standard Buyer Lead: $109')).toBeVisible()
  await visitor.goto('/checkout')
  await expect(visitor.getByRole('row', { name: `${PLAN.title} $109.00 1 $109.00` })).toBeVisible()
  await expect(
    visitor.getByRole('region', { name: 'Basket Total' }).getByText('$109.00').last(),
  ).toBeVisible()

  await visitor.getByRole('button', { name: 'Chat with our assistant' }).click()
  await visitor.getByPlaceholder('Ask about any query...').fill(`What does the ${PLAN.title} cost?`)
  await visitor.getByRole('button', { name: 'Send' }).click()
  await expect(visitor.getByRole('log')).toContainText('$109')

  await expect(studio.field('Price (USD)')).toHaveValue('109')
  await expect(studio.publishButton).toBeDisabled()
})

test('a draft stays hidden from visitors, and discarding it brings the published value back', async ({
  studio,
  page: visitor,
  product,
}) => {
  const published = await read(visitor, '/pricing')
  await studio.openDocument('plan', PLAN.id)
  await expect(studio.field('Price (USD)')).toHaveValue('99')
  await studio.field('Price (USD)').fill('77')
  await expect
    .poll(() => product.editor.fetch<number>('*[_id == $id][0].price', { id: `drafts.${PLAN.id}` }))
    .toBe(77)

  expect(await read(visitor, '/pricing')).toBe(published)
  const ids = '*[_id in path("drafts.**")]._id'
  expect(await product.editor.fetch(ids), 'what the editor sees').toEqual([`drafts.${PLAN.id}`])
  for (const call of [
    ...['published', 'raw', 'drafts', 'previewDrafts'].map(
      (perspective) => `query/production?query=${encodeURIComponent('*')}&perspective=${perspective}`,
    ),
    `doc/production/drafts.${PLAN.id}`,
    'export/production',
  ]) {
    const answer = await fetch(`${product.studioUrl}/v2025-02-19/data/${call}`)
    expect(await answer.text(), `what the lake tells a stranger at ${call}`).not.toMatch(
      /"price": ?77|"drafts\.[^"]+","_type/,
    )
  }

  await studio.discard()
  await expect(studio.field('Price (USD)')).toHaveValue('99')
  await expect(studio.publishButton).toBeDisabled()
  expect(await product.editor.fetch(ids)).toEqual([])
  expect(await read(visitor, '/pricing')).toBe(published)
})
