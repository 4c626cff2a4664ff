import { signIn } from '#studio/local-lake.ts'

/** A page of a list, as the host’s staff API answers. */
export type Listed = { items: Item[]; total: number; page: number; limit: number; test?: boolean }
export type Item = Record<string, string | number | null>
export type Status = { available: boolean; reason?: string }
export type Evidence = { text: string; verdict: string }

const PAGE_OF_EXPORT = 200

/** Asks the Studio’s own server, which hands the question to the host. Throws an Error with a sentence for the editor. */
async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
  const send = () =>
    fetch(`/v1/staff/${path}`, init).catch(() => {
      throw new Error('The Studio’s server can’t be reached.')
    })
  let response = await send()
  if (response.status === 401) {
    await signIn().catch(() => {}) // what comes of it is told by the second answer
    response = await send()
  }
  const answer = (await response.json().catch(() => ({}))) as { error?: string; message?: string }
  if (response.status === 401) throw new Error('You are not signed in: open the Studio’s address anew.')
  if (!response.ok) throw new Error(answer.message ?? answer.error ?? `Error ${response.status}`)
  return answer as Answer
}

const post = (path: string, body: unknown) =>
  ask<{ ok: true }>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

export const inboxStatus = (): Promise<Status> => ask<Status>('status')
export const listOf = (name: string, search: URLSearchParams): Promise<Listed> => ask(`${name}?${search}`)
export const evidenceOf = (sequence: number): Promise<Evidence> => ask(`evidence?sequence=${sequence}`)
/** Hides reviews, or shows them; either way they no longer wait for approval. */
export const setReviewsHidden = (ids: string[], hidden: boolean) => post('review', { ids, hidden })
export const resendReceipt = (id: string) => post('receipt', { id })

/** Every row that matches, page by page; `key` names a row. */
export async function allOf(name: string, key: string, search: URLSearchParams): Promise<Item[]> {
  const items = new Map<unknown, Item>()
  for (let page = 1; ; page++) {
    const query = new URLSearchParams(search)
    query.set('page', String(page))
    query.set('limit', String(PAGE_OF_EXPORT))
    const list = await listOf(name, query)
    // What comes in meanwhile moves others to the next page, where they are met again.
    for (const item of list.items) items.set(item[key], item)
    if (list.items.length < PAGE_OF_EXPORT) return [...items.values()]
  }
}
