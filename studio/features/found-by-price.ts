import type { RequestHandler } from '#studio/features/request-handler.ts'
import { amountOf } from '#studio/schema/objects/amount.ts'

/** What the Studio's search (sanity 6.16) asks of every document, and what was typed for it. */
const HAS_WORDS = 'match text::query($__query) || references($__rawQuery))'
const TYPED = '$__rawQuery'

/**
 * An amount typed into the Studio's search finds the plans with it as well: its price, what it covers, its credit. Text search
 * reads texts, on Sanity's lake as on ours, and the schema can name no number to be searched.
 */
export const foundByPrice =
  (original?: RequestHandler): RequestHandler =>
  (request, next) => {
    const asked = withAmount(request)
    return original ? original(asked, next) : next(asked)
  }

function withAmount<Request extends { url?: string }>(request: Request): Request {
  const [path, parameters] = request.url?.split('?') ?? []
  const asked = new URLSearchParams(parameters)
  const [query, typed] = [asked.get('query'), asked.get(TYPED)]
  const amount = query?.includes(HAS_WORDS) && typed ? amountOf(JSON.parse(typed)) : undefined
  if (amount === undefined) return request
  const hasAmount = ['price', 'cap', 'credit'].map((field) => `${field} == ${amount}`).join(' || ')
  asked.set('query', query!.replaceAll(HAS_WORDS, `${HAS_WORDS.slice(0, -1)} || ${hasAmount})`))
  return { ...request, url: `${path}?${asked}` }
}
