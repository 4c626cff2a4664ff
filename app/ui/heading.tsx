import { createContext, type ReactNode, use } from 'react'

const Level = createContext<1 | 2>(2)

/** 1 around the block that opens a page: its heading is the page's main heading. */
export const HeadingLevel = Level.Provider

type Props = { id?: string; className?: string; children: ReactNode }

/** The heading of a section; none without words. */
export function Heading(props: Props) {
  if (!props.children) return null
  return use(Level) === 1 ? <h1 {...props} /> : <h2 {...props} />
}

/** The heading of a card inside a section; none without words. */
export function CardHeading(props: Props) {
  if (!props.children) return null
  return use(Level) === 1 ? <h2 {...props} /> : <h3 {...props} />
}
