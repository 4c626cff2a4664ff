import type { SanityClient } from 'sanity'
import { siteUrl } from '#studio/ui/site-url.ts'

/** A page of a list, as the backend's staff API returns it. */
export type Listed = { items: Item[]; total: number; page: number; limit: number; test?: boolean }
export type Item = Record<string, string | number | null>
export type Evidence = { text: string; verdict: string }

type Connection = {
  /** Rejects with a message for the editor if the server can't be reached. */
  send(path: string, init?: RequestInit): Promise<Response>
  /** Signs in after a 401, before the request is repeated. */
  signIn?(): Promise<unknown>
}

const EXPORT_PAGE_SIZE = 200

export type StaffApi = ReturnType<typeof staffApi>

export function staffApi(client: SanityClient) {
  const connection = process.env.SANITY_STUDIO_PROJECT_ID ? throughSite(client) : THROUGH_LAKE

  async function request<Answer>(path: string, init?: RequestInit): Promise<Answer> {
    let response = await connection.send(path, init)
    if (response.status === 401 && connection.signIn) {
      await connection.signIn()
      response = await connection.send(path, init)
    }
    if (response.status === 401) throw new Error('You are not signed in. Reload this page.')
    return parseResponse<Answer>(response)
  }
  const post = (path: string, body: unknown) => request<{ ok: true }>(path, jsonPost(body))
  const list = (name: string, search: URLSearchParams) => request<Listed>(`${name}?${search}`)

  return {
    list,
    evidence: (sequence: number) => request<Evidence>(`evidence?sequence=${sequence}`),
    /** Hides or shows reviews. Afterwards they no longer wait for approval. */
    setReviewsHidden: (ids: string[], hidden: boolean) => post('review', { ids, hidden }),
    resendReceipt: (id: string) => post('receipt', { id }),
    /** Returns all matching rows; `key` is the field that identifies a row. */
    async all(name: string, key: string, search: URLSearchParams): Promise<Item[]> {
      const items = new Map<unknown, Item>()
      for (let page = 1; ; page++) {
        const query = new URLSearchParams(search)
        query.set('page', String(page))
        query.set('limit', String(EXPORT_PAGE_SIZE))
        const answer = await list(name, query)
        // A new row pushes others to the next page, which lists them again.
        for (const item of answer.items) items.set(item[key], item)
        if (answer.items.length < EXPORT_PAGE_SIZE) return [...items.values()]
      }
    },
  }
}

/** The local lake forwards requests to the backend. It identifies the editor by a cookie. */
const THROUGH_LAKE: Connection = {
  send: (path, init) => send(`/v1/staff/${path}`, init, 'The Studio’s server can’t be reached.'),
}

/** With Sanity's hosted lake the site forwards requests. Its token lasts 15 minutes and stays in memory. */
function throughSite(client: SanityClient): Connection {
  let token = ''
  return {
    async send(path, init) {
      token ||= await createToken(client)
      const headers = { ...init?.headers, Authorization: `Bearer ${token}` }
      return sendToSite(client, path, { ...init, headers })
    },
    async signIn() {
      token = await createToken(client)
    },
  }
}

async function sendToSite(client: SanityClient, path: string, init?: RequestInit): Promise<Response> {
  const site = await siteUrl(client)
  if (!site.startsWith('https:'))
    throw new Error(`The Inbox needs HTTPS, but this Studio was built with the address ${site}.`)
  return send(
    `${site}/api/staff/${path}`,
    init,
    `${site} can’t be reached, or does not answer this Studio. Its STUDIO_URL must be ${location.origin}.`,
  )
}

/** Gets a token from the site by writing a document that only editors may write (app/staff/staff.server.ts). */
async function createToken(client: SanityClient): Promise<string> {
  // Fails before writing if the site has no Inbox.
  await parseResponse(await sendToSite(client, 'session'))
  const secret = crypto.randomUUID()
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret))
  const hash = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const { _id } = await client
    .create({ _id: `staff-session.${hash}`, _type: 'staffSession' })
    .catch((error) => {
      throw error.statusCode === 403 ? new Error('Only people who may publish can open the Inbox.') : error
    })
  try {
    return (await parseResponse<{ token: string }>(await sendToSite(client, 'session', jsonPost({ secret }))))
      .token
  } catch (error) {
    client.delete(_id).catch(() => {}) // the site deletes it only if it accepts it
    throw error
  }
}

const jsonPost = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
})

const send = (url: string, init: RequestInit | undefined, unreachable: string): Promise<Response> =>
  fetch(url, init).catch(() => {
    throw new Error(unreachable)
  })

async function parseResponse<Answer>(response: Response): Promise<Answer> {
  // A proxy may answer with an HTML page.
  const answer = await response.json().catch(() => ({}))
  if (!response.ok) throw new Error(answer.message ?? answer.error ?? `Error ${response.status}`)
  return answer
}
