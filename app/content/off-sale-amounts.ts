import { type Figures, quotedFigure } from '#app/content/money.ts'

type Piece = { _type?: unknown; show?: unknown; plan?: unknown; text?: unknown }

/** What stands between figures says more than how they hang together where it is longer, and stays: a condition, say. In letters. */
const MOST_BETWEEN = 40

/**
 * The pieces of a list’s item, where figures of a plan that is no longer on sale follow one another, with the first of them
 * alone: “Starter Edge: (currently not on sale) buys (currently not on sale) of credit” says nothing that the first does not.
 * Which plan each is of is not known of one that is gone: the same figure twice is two plans’.
 */
export function goneSaidOnce<P extends Piece>(pieces: P[]): P[] {
  const quotes = pieces.filter(({ _type }) => _type === 'priceReference')
  const isGone = ({ plan, show }: P) =>
    !plan || quotedFigure(plan as Figures, (show as 'price' | null) ?? 'price') === undefined
  const gone = quotes.filter(isGone)
  const [first, last] = [gone[0], gone.at(-1)]
  if (first === undefined || last === undefined || first === last) return pieces
  const from = pieces.indexOf(first) + 1
  const to = pieces.indexOf(last) + 1
  const between = pieces.slice(from, to)
  const words = between.map(({ text }) => (typeof text === 'string' ? text : '')).join('')
  const figures = new Set(gone.map(({ show }) => show ?? 'price'))
  const isOfOnePlan =
    figures.size === gone.length &&
    between.every((piece) => piece._type !== 'priceReference' || isGone(piece))
  return isOfOnePlan && words.length <= MOST_BETWEEN
    ? [...pieces.slice(0, from), ...pieces.slice(to)]
    : pieces
}
