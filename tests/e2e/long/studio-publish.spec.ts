import type { Page } from '@playwright/test'
import { expect, read, soon, test, windowOfGroup } from '#tests/support/studio.ts'

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

test.describe('a window that hears late', () => {
  const hearingLate = windowOfGroup(tellLate)

  test('what is typed before the Studio has heard that a draft was published or discarded harms nothing', async ({
    product,
  }) => {
    const studio = hearingLate()
    const { page, shutForm } = studio
    await studio.openDocument('faqItem', FAQ.id)
    const question = studio.field('Question')
    await question.fill('What do I pay?')
    await expect(studio.publishButton).toBeEnabled()
    await page.keyboard.press('Control+Alt+p')
    await expect(shutForm).toHaveCount(1)
    await page.keyboard.type(' Nobody reads this')
    await tell(page)
    await expect(shutForm).toHaveCount(0)
    await expect(question).toBeFocused()
    await page.keyboard.type(' And when?')
    await expect(question).toHaveValue('What do I pay? And when?')
    await expect
      .poll(() => product.editor.fetch('*[_id == $id][0].question', { id: `drafts.${FAQ.id}` }))
      .toBe('What do I pay? And when?')

    await studio.discard()
    await expect(shutForm).toHaveCount(1)
    await question.focus()
    await page.keyboard.type(' Nobody reads this')
    await tell(page)
    await expect(shutForm).toHaveCount(0)
    await expect(question).toHaveValue('What do I pay?')
    await question.fill('What does a lead cost?')
    await expect
      .poll(() => product.editor.fetch('*[_id == $id][0].question', { id: `drafts.${FAQ.id}` }))
      .toBe('What does a lead cost?')

    await studio.openDocument('page', 'page-about-us')
    const heading = (await studio.addBlock('Price cards of all plans')).getByRole('textbox', {
      name: 'Heading',
    })
    await heading.fill('Rates')
    let isSent = false
    page.on('request', (request) => {
      isSent ||= Boolean(request.postData()?.includes('"sanity.action.document.publish"'))
    })
    // While what was typed is being looked at a press is none, and is made again, as an editor would.
    const press = async () => {
      if (!isSent) await page.keyboard.press('Control+Alt+p')
      return isSent
    }
    await expect.poll(press, { intervals: [1_000] }).toBe(true)
    await page.keyboard.type(' Nobody reads this')
    await tell(page)
    await expect(shutForm).toHaveCount(0)
    await expect(heading, 'in a dialog over the form').toBeFocused()
    await page.keyboard.type(' today')
    await expect(heading).toHaveValue('Rates today')
  })

  test('what is typed before the Studio has heard that a release’s version is gone harms nothing', async ({
    product: { editor },
  }) => {
    const studio = hearingLate()
    const { page, shutForm } = studio
    const release = 'rTyped'
    const version = `versions.${release}.${FAQ.id}`
    const document = (await editor.getDocument(FAQ.id))!
    await editor.releases.create({ releaseId: release, metadata: { title: 'Spring', releaseType: 'asap' } })
    await editor.createVersion({ baseId: FAQ.id, publishedId: FAQ.id, releaseId: release })
    await editor.patch(version).set({ question: 'And in spring?' }).commit()
    await studio.openDocument('faqItem', FAQ.id)
    await page.getByRole('button', { name: 'Spring', exact: true }).click()
    const question = studio.field('Question')
    await expect(question).toHaveValue('And in spring?')
    await studio.chooseAction('Discard version')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove from release' }).click()
    await expect(shutForm).toHaveCount(1)
    await question.focus()
    await page.keyboard.type(' Nobody reads this')
    await tell(page)
    await expect(shutForm).toHaveCount(0)
    await expect(question).toHaveValue(document.question)
    expect(await editor.getDocument(version)).toBeUndefined()
    await editor.releases.archive({ releaseId: release })
    await editor.releases.delete({ releaseId: release })
  })
})

/**
 * Holds what the lake tells a window of changes from when a draft is published or discarded there until it is told to go on
 * (`tell`), as a slow network does. To be called before the Studio is opened.
 */
function tellLate(page: Page) {
  return page.addInitScript(() => {
    const { fetch } = window
    let told = Promise.resolve()
    window.fetch = async (...asked) => {
      if (/"sanity\.action\.document\.(publish|version\.discard)"/.test(String(asked[1]?.body)))
        told = new Promise((resolve) => Object.assign(window, { tellEvents: resolve }))
      const response = await fetch(...asked)
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return response
      const late = new TransformStream({
        async transform(chunk, controller) {
          await told
          controller.enqueue(chunk)
        },
      })
      const { status, headers, url } = response
      const held = new Response(response.body!.pipeThrough(late), { status, headers })
      return Object.defineProperty(held, 'url', { value: url })
    }
  })
}

const tell = (page: Page) => page.evaluate('tellEvents()')
