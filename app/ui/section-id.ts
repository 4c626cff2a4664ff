import { createContext, use } from 'react'

const Nth = createContext(1)

/** Around a block: which of its kind it is on its page, from 1 on. */
export const BlockNumber = Nth.Provider

/** The name of a place on the page (an id), of which each block of a kind has one of its own: `reviews`, `reviews-2`. */
export function useSectionId(name: string): string {
  const nth = use(Nth)
  return nth === 1 ? name : `${name}-${nth}`
}
