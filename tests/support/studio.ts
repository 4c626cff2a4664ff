import {
  type Browser,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  type Request,
  type Response,
} from '@playwright/test'
import type { SanityDocument } from '@sanity/client'
import { test as productTest } from '#tests/support/fixtures.ts'
import type { Product } from '#tests/support/product.ts'
import { words } from '#tests/support/reading.ts'

export { expect }

/** The Studio is several megabytes of script: its first paint, and a document's form, on a small machine. */
const FIRST_PAINT_MS = 120_000

/** Keystrokes, validation and the guards' questions come before it. */
const PUBLISH_PATIENCE_MS = 45_000

/** What can't be clicked within this never will be. */
const ACTION_PATIENCE_MS = 60_000

type StudioWorkerFixtures = { studioWindow: Studio }

type StudioFixtures = {
  /** The Studio in the window that an editor has open all day; `page` is the visitor's. */
  studio: Studio
  contentKept: undefined
}

/** `test` with the Studio open. Whatever a test does to the content is undone after it. */
export const test = productTest.extend<StudioFixtures, StudioWorkerFixtures>({
  contentKept: [
    async ({ product }, use) => {
      const before = await everything(product)
      await use(undefined)
      await restore(product, before)
    },
    { auto: true },
  ],
  // To start several megabytes of script anew for each test would take as long as most of what the tests do, and to draw the
  // Studio's moving parts a twentieth; they move in the windows that tests open for themselves.
  studioWindow: [
    async ({ browser, product }, use) => {
      const studio = new Studio(await newWindow(browser, product, { reducedMotion: 'reduce' }))
      await use(studio)
      await studio.page.context().close()
    },
    { scope: 'worker' },
  ],
  studio: async ({ studioWindow: studio }, use, info) => {
    await use(studio)
    // A test that fails ends its worker, and the window with it.
    if (info.status === info.expectedStatus) await studio.clearUp()
  },
})

/** Signed in, in a profile of its own: the Studio there remembers nothing. */
async function newWindow(
  browser: Browser,
  { studioUrl, editor }: Product,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const viewport = { width: 1400, height: 900 }
  const context = await browser.newContext({ baseURL: studioUrl, viewport, ...options })
  context.setDefaultTimeout(ACTION_PATIENCE_MS)
  await context.addInitScript(hearLeavingOnly)
  await context.request.post('/', { form: { key: editor.config().token! }, maxRedirects: 0 })
  return context.newPage()
}

/**
 * Has Sanity hear of a window that is left, not of one that is asked whether it asks first (`asksBeforeLeaving`): it would end its
 * connection, and others would see this editor no more. Its listener comes before any that could stop it then.
 */
function hearLeavingOnly(): void {
  const listen = window.addEventListener
  window.addEventListener = ((type: string, listener: EventListener, options?: AddEventListenerOptions) => {
    const isSanitys = type === 'beforeunload' && !options?.capture
    listen.call(window, type, isSanitys ? (event) => event.isTrusted && listener(event) : listener, options)
  }) as typeof listen
}

/**
 * A window of another profile that the tests of a file or group share, and no others: for a second editor, or to tamper with the
 * page. `prepare` comes before the Studio is opened there.
 */
export function windowOfGroup(prepare: (page: Page) => Promise<unknown> = async () => {}): () => Studio {
  let studio: Studio
  test.beforeAll(async ({ browser, product }) => {
    studio = new Studio(await newWindow(browser, product))
    await prepare(studio.page)
  })
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  test.afterEach(async ({}, info) => {
    // A test that fails ends its worker, and the window with it.
    if (info.status === info.expectedStatus) await studio.clearUp()
  })
  test.afterAll(() => studio.page.context().close())
  return () => studio
}

/** Asks until it is so. The second that a publish may take is asserted in freshness.spec.ts, where no browser takes time. */
export const soon = (what: string, isSo: () => Promise<boolean>) =>
  expect.poll(isSo, { message: what, intervals: [25] }).toBe(true)

/** What a visitor reads at an address of the site, without markup; an empty text where there is no page. */
export async function read(visitor: Page, path: string): Promise<string> {
  const response = await visitor.request.get(path)
  if (!response.ok()) return ''
  const body = /<main[\s\S]*<\/main>/.exec(await response.text())?.[0] ?? ''
  return words(body)
}

/** An editor at the Studio. */
export class Studio {
  readonly page: Page
  readonly form: Locator
  /** What it has sent to the lake and is not acknowledged yet. */
  readonly #writes = new Set<Request>()

  constructor(page: Page) {
    this.page = page
    this.form = page.getByTestId('document-panel-scroller')
    page.on('request', (request) => void (isWrite(request) && this.#writes.add(request)))
    for (const over of ['requestfinished', 'requestfailed'] as const)
      page.on(over as 'requestfinished', (request) => void this.#writes.delete(request))
  }

  /** Goes to an address of the Studio: as a link of its own does where it is open already, without loading it anew. */
  async goto(path: string) {
    if (!this.page.url().startsWith('http')) await this.page.goto(path)
    else
      await this.page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
  }

  /** Opens the Studio's desk. */
  async open() {
    await this.goto('/structure')
    await expect(this.page.getByRole('listbox', { name: 'Content' })).toBeVisible({ timeout: FIRST_PAINT_MS })
  }

  /** Goes to where no document is open. */
  async leaveDocument() {
    // What the Studio does at the end of an action may lead back once.
    await expect(async () => {
      await this.goto('/structure')
      await expect(this.form).toHaveCount(0, { timeout: 10_000 })
    }).toPass({ timeout: FIRST_PAINT_MS })
  }

  /** Whether leaving the window would ask first. */
  asksBeforeLeaving(): Promise<boolean> {
    return this.page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
  }

  /** Leaves nothing that was opened, said or remembered to whoever comes next to this window. */
  async clearUp() {
    await this.page.unrouteAll({ behavior: 'ignoreErrors' })
    // What shows itself under the pointer would lie over what the next one presses.
    await this.page.mouse.move(0, 0)
    await this.leaveDocument()
    // Else what was typed last would be stored after the content is as it was.
    await expect.poll(() => this.asksBeforeLeaving()).toBe(false)
    await expect.poll(() => this.#writes.size).toBe(0)
    await this.page.keyboard.press('Escape')
    await expect(this.page.getByRole('dialog').or(this.page.getByRole('menu'))).toHaveCount(0)
    await this.page.evaluate(() => {
      // It would go by itself, some seconds from now.
      for (const said of document.querySelectorAll<HTMLElement>('[data-ui="Toast"]'))
        said.style.display = 'none'
      localStorage.clear()
    })
  }

  /** Words that the Studio says now: of a message to an earlier test only the showing is over (`clearUp`). */
  said(words: string): Locator {
    return this.page.getByText(words).filter({ visible: true })
  }

  /** Goes through the desk from list to list; ends at a document's form where the last title is a document's. */
  async walk(...titles: string[]) {
    for (const title of titles) {
      const link = this.page.getByRole('option').getByRole('link', { name: title })
      await link.first().click({ timeout: FIRST_PAINT_MS })
    }
  }

  /** Opens a document by its type and id. */
  async openDocument(type: string, id: string) {
    await this.leaveDocument()
    await this.goto(`/intent/edit/id=${id};type=${type}/`)
    await this.loaded()
  }

  /** Opens a document that is for reading only. */
  async openKept(type: string, id: string) {
    await this.leaveDocument()
    await this.goto(`/intent/edit/id=${id};type=${type}/`)
    await expect(this.form.getByRole('textbox').first()).toBeVisible({ timeout: FIRST_PAINT_MS })
  }

  /** Opens a release from their list: its address leads back there as long as the Studio has not heard of it. */
  async openRelease(title: string) {
    const row = this.page.getByRole('row')
    // Where it was made just now, the Studio itself may lead to it once, away from the list.
    await expect(async () => {
      await this.goto('/releases')
      await row.getByText(title, { exact: true }).click({ timeout: 10_000 })
    }).toPass({ timeout: FIRST_PAINT_MS })
  }

  /** Waits until the open document can be edited. */
  async loaded() {
    await expect(this.form.getByRole('textbox').first()).toBeEditable({ timeout: FIRST_PAINT_MS })
  }

  /** Starts a document from the list that is open. */
  async create(kind: string) {
    await this.page.getByRole('link', { name: kind, exact: true }).click({ timeout: FIRST_PAINT_MS })
    await expect(this.form.getByRole('heading', { name: `New ${kind}` })).toBeVisible({
      timeout: FIRST_PAINT_MS,
    })
  }

  /** The documents of an open list, from top to bottom. */
  list(title: string): Locator {
    return this.page.getByRole('listbox', { name: title }).getByRole('option')
  }

  /** The other editors whom a list shows at one of its documents. */
  presenceIn(title: string): Locator {
    return this.page.getByRole('option', { name: title }).locator('[data-ui="Avatar"]')
  }

  /** A field of the open document. */
  field(label: string): Locator {
    return this.form.getByLabel(label, { exact: true })
  }

  /** The editor of a text, by its field's label; inside a dialog where one is given. */
  text(label: string, within = this.form): TextEditor {
    return new TextEditor(this.group(label, within))
  }

  /** What stands around a field of several parts, by its label. */
  private group(label: string, within: Locator): Locator {
    return within
      .getByRole('group')
      .filter({ has: this.page.getByText(label, { exact: true }) })
      .last()
  }

  /** Uploads a picture into an empty field. */
  async upload(label: string, file: { name: string; mimeType: string; buffer: Buffer }) {
    const field = this.group(label, this.form)
    await field.getByRole('button', { name: 'Upload' }).setInputFiles(file)
    await expect(field.getByRole('img', { name: 'Preview of uploaded image' })).toBeVisible()
  }

  /** Adds a block to the open page; resolves to the dialog with its fields. */
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

  /**
   * Presses Publish. What was typed last but one may disable it for a moment, once it has been looked at, and the row that it
   * stands in may be drawn anew under the pointer: a press that meets that is none, and is made again, as an editor would.
   */
  private async pressPublish() {
    await expect(async () => {
      const presses = await this.page.evaluateHandle(() => {
        const clicks: Event[] = []
        const press = (event: Event) => {
          if ((event.target as Element).closest('button')?.textContent === 'Publish') clicks.push(event)
        }
        addEventListener('click', press, { capture: true, once: true })
        return clicks
      })
      await this.publishButton.click({ timeout: PUBLISH_PATIENCE_MS })
      expect(await presses.evaluate(({ length }) => length)).toBe(1)
    }).toPass({ timeout: PUBLISH_PATIENCE_MS })
  }

  /**
   * Presses Publish; resolves when the lake has acknowledged it and the form can be typed into again. The guards look first at
   * what is stored, once the last keystrokes have arrived, so that no press is forgotten.
   */
  async publish() {
    const sent = this.page.waitForRequest((request) => isAction(request, 'publish'), {
      timeout: PUBLISH_PATIENCE_MS,
    })
    await Promise.all([sent, this.pressPublish()])
    const response = await (await sent).response()
    expect(response?.status(), await response?.text()).toBe(200)
  }

  /** Presses Publish; resolves to the dialog that asks something first. */
  async askedToPublish(): Promise<Locator> {
    const dialog = this.page.getByRole('dialog').filter({ hasText: 'Before this is published' })
    await this.pressPublish()
    await expect(dialog).toBeVisible({ timeout: PUBLISH_PATIENCE_MS })
    return dialog
  }

  async unpublish() {
    await this.page.getByRole('button', { name: 'Published', exact: true }).last().click()
    await this.page.getByRole('button', { name: 'Unpublish', exact: true }).click()
    await this.acknowledged('unpublish', () => this.confirm(/Unpublish/))
  }

  async delete() {
    await this.chooseAction(/^Delete/)
    await this.acknowledged('delete', () => this.confirm(/Delete/))
  }

  async discard() {
    await this.chooseAction('Discard changes')
    await this.acknowledged('version.discard', () => this.confirm('Discard changes'))
  }

  /** Opens the document's menu. */
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

  /** Does something that sends an action to the lake, and waits for its answer. */
  private async acknowledged(action: string, act: () => Promise<unknown>): Promise<Response> {
    const answer = this.page.waitForResponse((response) => isAction(response.request(), action))
    await act()
    const response = await answer
    expect(response.status(), await response.text()).toBe(200)
    return response
  }
}

/** A Portable Text editor. */
class TextEditor {
  readonly field: Locator

  constructor(field: Locator) {
    this.field = field
  }

  get content(): Locator {
    return this.field.getByRole('textbox')
  }

  /** Puts the cursor at the end. */
  async toEnd() {
    await this.content.click()
    await expect(this.field.getByRole('button', { name: 'Emphasis' })).toBeEnabled()
    await this.content.press('ControlOrMeta+End')
  }

  /** Puts the cursor at the end and types. */
  async append(words: string) {
    await this.toEnd()
    await this.content.pressSequentially(words)
  }

  /** Quotes a plan's figure where the cursor is. */
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

async function everything({ editor }: Product): Promise<Content> {
  const documents = await editor.fetch<SanityDocument[]>('*[!(_id in path("_.**"))]')
  return new Map(documents.map((document) => [document._id, document]))
}

/** Puts back what has changed; resolves when visitors have it, too. */
async function restore(product: Product, before: Content) {
  const after = await everything(product)
  const changed = [...before.values()].filter(({ _id, _rev }) => after.get(_id)?._rev !== _rev)
  const added = [...after.keys()].filter((id) => !before.has(id))
  if (changed.length + added.length === 0) return
  const transaction = product.editor.transaction()
  for (const { _rev, ...document } of changed) transaction.createOrReplace(document)
  for (const id of added) transaction.delete(id)
  const { transactionId } = await transaction.commit()
  const served = async (id: string): Promise<string | null> => {
    const answer = await fetch(`${product.siteUrl}/api/content-revision?id=${encodeURIComponent(id)}`)
    return ((await answer.json()) as { rev: string | null }).rev
  }
  for (const id of added) await soon(`${id} is gone`, async () => (await served(id)) === null)
  for (const { _id } of changed.filter(({ _id }) => !_id.includes('.')))
    await soon(`${_id} is as before`, async () => (await served(_id)) === transactionId)
}
