import { createContext, use } from 'react'

const Position = createContext(1)

/** Provides the position of a block among the page's blocks of its type, from 1 on. */
export const BlockPosition = Position.Provider

/** Returns an id that is unique among the page's blocks of a type: `reviews`, `reviews-2`. */
export function useSectionId(name: string): string {
  const position = use(Position)
  return position === 1 ? name : `${name}-${position}`
}
