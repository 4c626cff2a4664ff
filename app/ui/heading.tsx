import { Children, createContext, type ReactNode, use } from 'react'

const Level = createContext<1 | 2>(2)

/** Provides 1 to the first block of a page: its heading is the page's main heading. */
export const HeadingLevel = Level.Provider

/** Sanity's stega encoding: invisible characters that link a preview's text to its field. */
const STEGA = /[\u200b-\u200d\ufeff]{4}/

/** Keeps words like "Real-Estate" and "1–4" on one line (`.whole` in base.css). Does not split texts with stega. */
export function preventWordBreaks(children: ReactNode): ReactNode {
  return Children.map(children, (child) =>
    typeof child === 'string' && !STEGA.test(child)
      ? child.split(/(\S+[-\u2013]\S+)/).map((part, index) =>
          index % 2 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts keep their order
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

/** The heading of a section. Renders nothing without text. */
export function Heading({ children, ...props }: Props) {
  if (!children) return null
  const Tag = use(Level) === 1 ? 'h1' : 'h2'
  return <Tag {...props}>{preventWordBreaks(children)}</Tag>
}

/** The heading of a card in a section. Renders nothing without text. */
export function CardHeading({ children, ...props }: Props) {
  if (!children) return null
  const Tag = use(Level) === 1 ? 'h2' : 'h3'
  return <Tag {...props}>{preventWordBreaks(children)}</Tag>
}
