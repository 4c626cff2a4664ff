import { setTimeout as pause } from 'node:timers/promises'
import { enquiryFields, type Fields } from '#tests/support/enquiry-form.ts'
import { SAME_ORIGIN_HEADERS } from '#tests/support/http.ts'

const RETRY_MS = 25

type PageResponse = { status: number; html: string; location: string }

/** A visitor without JavaScript, with their own IP address and cookies. */
export class Visitor {
  readonly #siteUrl: string
  readonly #address: string
  readonly #cookies = new Map<string, string>()

  constructor(siteUrl: string, address: string) {
    this.#siteUrl = siteUrl
    this.#address = address
  }

  get(url: string): Promise<PageResponse> {
    return this.#request(url, { method: 'GET' })
  }

  post(url: string, fields: Fields): Promise<PageResponse> {
    return this.#request(url, { method: 'POST', body: new URLSearchParams(fields) })
  }

  /** Repeats a request until the response is right. Resolves to undefined after giving up. */
  async until(
    ask: () => Promise<PageResponse>,
    isRight: (response: PageResponse) => boolean,
    hasGivenUp: () => boolean,
  ): Promise<PageResponse | undefined> {
    for (;;) {
      const response = await ask().catch(() => undefined)
      if (response && isRight(response)) return response
      if (hasGivenUp()) return undefined
      await pause(RETRY_MS)
    }
  }

  async #request(url: string, init: RequestInit): Promise<PageResponse> {
    const answer = await fetch(new URL(url, this.#siteUrl), {
      ...init,
      redirect: 'manual',
      headers: {
        Accept: 'text/html',
        ...SAME_ORIGIN_HEADERS,
        'X-Forwarded-For': this.#address,
        Cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    const html = await answer.text()
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#cookies.set(name, value)
    }
    return { status: answer.status, html, location: answer.headers.get('Location') ?? '' }
  }
}

/** Returns the form fields of an enquiry with this e-mail address. `page`: HTML with the form. */
export const enquiryOf = (page: string, email: string): Fields =>
  enquiryFields(page, { firstName: 'Ann', lastName: 'Lee', email, phone: '302 555 0100' })

export const reviewOf = (text: string): Fields => ({
  form: 'review',
  firstName: 'Ann',
  lastName: 'Lee',
  companyName: '',
  jobTitle: '',
  rating: '5',
  reviewDescription: text,
})
