import { Children, createContext, type ReactNode, use } from 'react'

const Level = createContext<1 | 2>(2)

/** 1 around the block that opens a page: its heading is the page's main heading. */
export const HeadingLevel = Level.Provider

/** What names the field of a text in a preview, unseen, behind its last letter (Sanity's stega encoding). */
const FIELD = /[\u200b-\u200d\ufeff]{4}/

/**
 * “Real-Estate” is not broken at its hyphen, nor “1–4” at its dash, where a line has room for it (`.whole` in base.css). In a
 * preview it may be: a click on any part of a text opens its field, so it stays one.
 */
export function wholeWords(children: ReactNode): ReactNode {
  return Children.map(children, (child) =>
    typeof child === 'string' && !FIELD.test(child)
      ? child.split(/(\S+[-\u2013]\S+)/).map((part, index) =>
          index % 2 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text, always in this order
            <span key={index} className="whole">
              {part}
            </span>
          ) : (
            part
          ),
        )
      : child,
  )
}

type Props = { id?: string; className?: string; children: ReactNode }

/** The heading of a section; none without words. */
export function Heading({ children, ...props }: Props) {
  if (!children) return null
  const words = wholeWords(children)
  return use(Level) === 1 ? <h1 {...props}>{words}</h1> : <h2 {...props}>{words}</h2>
}

/** The heading of a card inside a section; none without words. */
export function CardHeading({ children, ...props }: Props) {
  if (!children) return null
  const words = wholeWords(children)
  return use(Level) === 1 ? <h2 {...props}>{words}</h2> : <h3 {...props}>{words}</h3>
}
