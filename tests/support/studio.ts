import { type Browser, expect, type Locator, type Page, type Request } from '@playwright/test'
import type { SanityDocument } from '@sanity/client'
import { test as productTest } from '#tests/support/fixtures.ts'
import { htmlToText } from '#tests/support/http.ts'
import type { Product } from '#tests/support/product.ts'

export { expect }

/** The Studio's scripts weigh several megabytes: the first paint and a form take long on a small machine. */
const FIRST_PAINT_MS = 120_000
/** Publish waits for the last edits and the rules. */
const PUBLISH_MS = 45_000
const ACTION_MS = 60_000

type StudioFixtures = {
  /** The Studio in a window that all tests of a worker share; `page` is the visitor's. */
  studio: Studio
  /** The Studio in a new window, for a second editor or a test that must not affect others. */
  newStudio: Studio
  contentRestored: undefined
}

/** `test` with the Studio open. Restores the content after each test. */
export const test = productTest.extend<StudioFixtures, { studioWindow: Studio }>({
  contentRestored: [
    async ({ product }, use) => {
      const before = await allDocuments(product)
      await use(undefined)
      await restore(product, before)
    },
    { auto: true },
  ],
  studioWindow: [
    async ({ browser, product }, use) => {
      const studio = await openWindow(browser, product)
      await use(studio)
      await studio.page.context().close()
    },
    { scope: 'worker' },
  ],
  studio: async ({ studioWindow: studio }, use, info) => {
    await use(studio)
    // A failing test ends its worker, which closes the window.
    if (info.status === info.expectedStatus) await studio.reset()
  },
  newStudio: async ({ browser, product }, use) => {
    const studio = await openWindow(browser, product)
    await use(studio)
    await studio.page.context().close()
  },
})

async function openWindow(browser: Browser, { studioUrl, editor }: Product): Promise<Studio> {
  const viewport = { width: 1400, height: 900 }
  const context = await browser.newContext({ baseURL: studioUrl, viewport, reducedMotion: 'reduce' })
  context.setDefaultTimeout(ACTION_MS)
  await context.addInitScript(ignoreSyntheticUnload)
  await context.request.post('/', { form: { key: editor.config().token! }, maxRedirects: 0 })
  return new Studio(await context.newPage())
}

/** Keeps Sanity from closing its connection when `warnsBeforeClosing` dispatches an event. */
function ignoreSyntheticUnload(): void {
  const listen = window.addEventListener
  window.addEventListener = ((type: string, listener: EventListener, options?: AddEventListenerOptions) => {
    const isOfSanity = type === 'beforeunload' && !options?.capture
    listen.call(window, type, isOfSanity ? (event) => event.isTrusted && listener(event) : listener, options)
  }) as typeof listen
}

/** Polls until a condition is true. freshness.spec.ts asserts how fast a publish is. */
export const eventually = (message: string, holds: () => Promise<boolean>) =>
  expect.poll(holds, { message, intervals: [25] }).toBe(true)

/** Returns the text of a page's main part, or '' if there is no page. */
export async function mainText(visitor: Page, path: string): Promise<string> {
  const response = await visitor.request.get(path)
  if (!response.ok()) return ''
  const body = /<main[\s\S]*<\/main>/.exec(await response.text())?.[0] ?? ''
  return htmlToText(body)
}

export class Studio {
  readonly page: Page
  readonly form: Locator
  /** Writes that the lake has not acknowledged yet. */
  readonly #writes = new Set<Request>()

  constructor(page: Page) {
    this.page = page
    this.form = page.getByTestId('document-panel-scroller')
    page.on('request', (request) => void (isWrite(request) && this.#writes.add(request)))
    page.on('requestfinished', (request) => void this.#writes.delete(request))
    page.on('requestfailed', (request) => void this.#writes.delete(request))
  }

  /** Navigates inside the open Studio, or loads it. */
  async goto(path: string) {
    if (!this.page.url().startsWith('http')) await this.page.goto(path)
    else
      await this.page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
  }

  async open() {
    await this.goto('/structure')
    await expect(this.page.getByRole('listbox', { name: 'Content' })).toBeVisible({ timeout: FIRST_PAINT_MS })
  }

  async leaveDocument() {
    // An action of the Studio may navigate when it ends.
    await expect(async () => {
      await this.goto('/structure')
      await expect(this.form).toHaveCount(0, { timeout: 10_000 })
    }).toPass({ timeout: FIRST_PAINT_MS })
  }

  warnsBeforeClosing(): Promise<boolean> {
    return this.page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  }

  async reset() {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' })
    await this.page.mouse.move(0, 0)
    await this.leaveDocument()
    // A late save would change the restored content.
    await expect.poll(() => this.warnsBeforeClosing()).toBe(false)
    await expect.poll(() => this.#writes.size).toBe(0)
    await this.page.keyboard.press('Escape')
    await expect(this.page.getByRole('dialog').or(this.page.getByRole('menu'))).toHaveCount(0)
    await this.page.evaluate(() => {
      for (const toast of document.querySelectorAll<HTMLElement>('[data-ui="Toast"]'))
        toast.style.display = 'none'
      localStorage.clear()
    })
  }

  /** A visible message. `reset` hides earlier ones. */
  message(text: string): Locator {
    return this.page.getByText(text).filter({ visible: true })
  }

  /** Opens lists of the desk one after the other; the last title may be a document's. */
  async openList(...titles: string[]) {
    for (const title of titles) {
      const link = this.page.getByRole('option').getByRole('link', { name: title })
      await link.first().click({ timeout: FIRST_PAINT_MS })
    }
  }

  async openDocument(type: string, id: string) {
    await this.leaveDocument()
    await this.goto(`/intent/edit/id=${id};type=${type}/`)
    await this.waitForForm()
  }

  async openReadOnlyDocument(type: string, id: string) {
    await this.leaveDocument()
    await this.goto(`/intent/edit/id=${id};type=${type}/`)
    await expect(this.form.getByRole('textbox').first()).toBeVisible({ timeout: FIRST_PAINT_MS })
  }

  /** Opens a release from the list. Its own address only works after the Studio has loaded the release. */
  async openRelease(title: string) {
    const row = this.page.getByRole('row')
    // The Studio navigates to a new release by itself.
    await expect(async () => {
      await this.goto('/releases')
      await row.getByText(title, { exact: true }).click({ timeout: 10_000 })
    }).toPass({ timeout: FIRST_PAINT_MS })
  }

  /** Waits until the open document can be edited. */
  async waitForForm() {
    await expect(this.form.getByRole('textbox').first()).toBeEditable({ timeout: FIRST_PAINT_MS })
  }

  async create(kind: string) {
    await this.page.getByRole('link', { name: kind, exact: true }).click({ timeout: FIRST_PAINT_MS })
    await expect(this.form.getByRole('heading', { name: `New ${kind}` })).toBeVisible({
      timeout: FIRST_PAINT_MS,
    })
  }

  list(title: string): Locator {
    return this.page.getByRole('listbox', { name: title }).getByRole('option')
  }

  /** The avatars of other editors beside a document in a list. */
  presenceBeside(title: string): Locator {
    return this.page.getByRole('option', { name: title }).locator('[data-ui="Avatar"]')
  }

  field(label: string): Locator {
    return this.form.getByLabel(label, { exact: true })
  }

  text(label: string, within = this.form): TextEditor {
    return new TextEditor(this.group(label, within))
  }

  private group(label: string, within: Locator): Locator {
    return within
      .getByRole('group')
      .filter({ has: this.page.getByText(label, { exact: true }) })
      .last()
  }

  async upload(label: string, file: { name: string; mimeType: string; buffer: Buffer }) {
    const field = this.group(label, this.form)
    await field.getByRole('button', { name: 'Upload' }).setInputFiles(file)
    await expect(field.getByRole('img', { name: 'Preview of uploaded image' })).toBeVisible()
  }

  /** Adds a block to the open page; returns the dialog with its fields. */
  async addBlock(title: string): Promise<Locator> {
    await this.form.getByRole('button', { name: 'Add item...' }).click()
    await this.page.getByRole('menuitem', { name: title, exact: true }).click()
    const dialog = this.page.getByRole('dialog')
    await expect(dialog).toBeVisible()
    return dialog
  }

  async closeDialog() {
    await this.page.getByRole('dialog').getByRole('button', { name: 'Close dialog' }).click()
    await expect(this.page.getByRole('dialog')).toHaveCount(0)
  }

  get publishButton(): Locator {
    return this.page.getByRole('button', { name: 'Publish', exact: true })
  }

  /** Clicks Publish. A re-render under the pointer swallows a click, so it clicks until the button gets one. */
  private async pressPublish() {
    await expect(async () => {
      const clicks = await this.page.evaluateHandle(() => {
        const received: Event[] = []
        const receive = (event: Event) => {
          if ((event.target as Element).closest('button')?.textContent === 'Publish') received.push(event)
        }
        addEventListener('click', receive, { capture: true, once: true })
        return received
      })
      await this.publishButton.click({ timeout: PUBLISH_MS })
      expect(await clicks.evaluate(({ length }) => length)).toBe(1)
    }).toPass({ timeout: PUBLISH_MS })
  }

  /** Publishes; resolves when the lake has acknowledged the action. */
  async publish() {
    const sent = this.page.waitForRequest((request) => isAction(request, 'publish'), {
      timeout: PUBLISH_MS,
    })
    await Promise.all([sent, this.pressPublish()])
    const response = await (await sent).response()
    expect(response?.status(), await response?.text()).toBe(200)
  }

  /** Clicks Publish; returns the dialog with questions. */
  async openPublishDialog(): Promise<Locator> {
    const dialog = this.page.getByRole('dialog').filter({ hasText: 'Before this is published' })
    await this.pressPublish()
    await expect(dialog).toBeVisible({ timeout: PUBLISH_MS })
    return dialog
  }

  async unpublish() {
    await this.page.getByRole('button', { name: 'Published', exact: true }).last().click()
    await this.page.getByRole('button', { name: 'Unpublish', exact: true }).click()
    await this.waitForAcknowledgement('unpublish', () => this.confirm(/Unpublish/))
  }

  async delete() {
    await this.chooseAction(/^Delete/)
    await this.waitForAcknowledgement('delete', () => this.confirm(/Delete/))
  }

  async openActions(): Promise<Locator> {
    await this.page.getByRole('button', { name: 'Open document actions' }).click()
    return this.page.getByRole('menu')
  }

  async chooseAction(name: string | RegExp) {
    const menu = await this.openActions()
    await menu.getByRole('menuitem', { name }).click()
  }

  private async confirm(name: string | RegExp) {
    await this.page.getByRole('dialog').getByRole('button', { name }).click()
  }

  /** Runs `act`, and waits until the lake has acknowledged its action. */
  private async waitForAcknowledgement(action: string, act: () => Promise<unknown>) {
    const acknowledgement = this.page.waitForResponse((response) => isAction(response.request(), action))
    await act()
    const response = await acknowledgement
    expect(response.status(), await response.text()).toBe(200)
  }
}

class TextEditor {
  readonly field: Locator

  constructor(field: Locator) {
    this.field = field
  }

  get content(): Locator {
    return this.field.getByRole('textbox')
  }

  async moveToEnd() {
    await this.content.click()
    await expect(this.field.getByRole('button', { name: 'Emphasis' })).toBeEnabled()
    await this.content.press('ControlOrMeta+End')
  }

  async append(text: string) {
    await this.moveToEnd()
    await this.content.pressSequentially(text)
  }

  async paste(html: string, text = 'Text without formatting') {
    await this.content.evaluate(
      (element, pasted) => {
        const clipboardData = new DataTransfer()
        if (pasted.html) clipboardData.setData('text/html', pasted.html)
        clipboardData.setData('text/plain', pasted.text)
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      { html, text },
    )
  }

  async quotePrice(plan: string) {
    const page = this.field.page()
    await this.field.getByRole('button', { name: 'Insert Price of a plan (inline)' }).click()
    await page.getByRole('combobox', { name: 'Plan' }).click()
    await page.keyboard.type(plan)
    await page.getByRole('option', { name: plan }).getByRole('button').click()
    await page.keyboard.press('Escape')
  }
}

const isWrite = (request: Request): boolean => /\/data\/(mutate|actions)\//.test(request.url())
const isAction = (request: Request, action: string): boolean =>
  Boolean(request.postData()?.includes(`"sanity.action.document.${action}"`))

type Content = Map<string, SanityDocument>

async function allDocuments({ editor }: Product): Promise<Content> {
  const documents = await editor.fetch<SanityDocument[]>('*[!(_id in path("_.**"))]')
  return new Map(documents.map((document) => [document._id, document]))
}

/** Restores changed documents; resolves when the site serves them. */
async function restore(product: Product, before: Content) {
  const after = await allDocuments(product)
  const changed = [...before.values()].filter(({ _id, _rev }) => after.get(_id)?._rev !== _rev)
  const added = [...after.keys()].filter((id) => !before.has(id))
  if (changed.length + added.length === 0) return
  const transaction = product.editor.transaction()
  for (const { _rev, ...document } of changed) transaction.createOrReplace(document)
  for (const id of added) transaction.delete(id)
  const { transactionId } = await transaction.commit()
  const served = async (id: string): Promise<string | null> => {
    const response = await fetch(`${product.siteUrl}/api/content-revision?id=${encodeURIComponent(id)}`)
    return ((await response.json()) as { rev: string | null }).rev
  }
  for (const id of added) await eventually(`${id} is deleted`, async () => (await served(id)) === null)
  for (const { _id } of changed.filter(({ _id }) => !_id.includes('.')))
    await eventually(`${_id} is restored`, async () => (await served(_id)) === transactionId)
}
