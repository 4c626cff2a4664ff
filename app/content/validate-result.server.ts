import { linkHref } from '#app/content/href.ts'
import { goneSaidOnce } from '#app/content/off-sale-amounts.ts'
import * as queries from '#app/content/queries.ts'
import { NODES, SHAPES } from '#app/content/shapes.generated.ts'
import type { Log } from '#app/platform/log.ts'

/** What a value is: plain, nothing at all, unknown to the schema, or what NODES has under a number. */
export type Shape = 'string' | 'number' | 'boolean' | 'none' | 'any' | number
/** `kinds`: objects that `_type` tells apart. */
export type ShapeNode = { list: Shape } | { fields: Record<string, Shape> } | { kinds: Record<string, Shape> }

/** Something that content may not hold there. `path` as in the answer: `blocks[2].heading`. */
export type LeftOut = { document: string | undefined; path: string; expected: string; found: string }

type Name = keyof typeof queries
const shapes: Record<Name, Shape> = SHAPES
const shapeOf = new Map<string, Shape>(
  Object.entries(queries).map(([name, query]) => [query, shapes[name as Name]]),
)

/**
 * The answer to one of the site's queries as its type says. Imports, scripts and other versions of the schema may have put
 * anything anywhere: what does not fit is left out, as if it were not filled in, and so are words and paragraphs of nothing
 * but spaces. What fits stays the same object.
 */
export function fitted(query: string, result: unknown, tell: (what: LeftOut) => void = () => {}): unknown {
  const shape = shapeOf.get(query)
  if (shape === undefined) return result
  // Answers about the one document of its kind don't name it.
  const [, document, field] = /_id == "(\w+)"\]\[0\](?:\.(\w+))?/.exec(query) ?? []
  return new Fitting(tell, document, field ? [field] : []).value(result, shape)
}

/** Far more than anybody mends in one go. */
const MOST_SAID = 1_000

/** Says in the log what is left out: each place once, so that an operator finds it and no publish repeats it. */
export function saidOnce(log: Log): (what: LeftOut) => void {
  const said = new Set<string>()
  return (what) => {
    const text = JSON.stringify(what)
    if (said.has(text) || said.size >= MOST_SAID) return
    said.add(text)
    log('warn', 'content: a value that the schema does not know there is left out', what)
  }
}

class Fitting {
  readonly #tell: (what: LeftOut) => void
  #document: string | undefined
  #path: (string | number)[]

  constructor(tell: (what: LeftOut) => void, document: string | undefined, path: (string | number)[]) {
    this.#tell = tell
    this.#document = document
    this.#path = path
  }

  value(value: unknown, shape: Shape): unknown {
    if (value === null || value === undefined || shape === 'any') return value
    if (typeof shape === 'string') {
      if (typeof value !== shape) return this.#leaveOut(value, shape === 'none' ? 'nothing' : shape)
      // A mark's name finds what draws it, so it may be none of what every object has.
      if (this.#path.at(-2) === 'marks' && (value as string) in {}) return this.#leaveOut(value, 'a mark')
      const text = typeof value === 'string' ? asPagesHold(value) : value
      // The space between two pieces of a text is one.
      return isBlank(text) && this.#path.at(-1) !== 'text' ? null : text
    }
    const node = NODES[shape]!
    if ('list' in node)
      return Array.isArray(value) ? this.#list(value, node.list) : this.#leaveOut(value, 'list')
    if (typeof value !== 'object' || Array.isArray(value)) return this.#leaveOut(value, 'object')
    if ('fields' in node) {
      const fit = this.#object(value as Fields, node.fields)
      if (!('children' in node.fields)) return fit
      return saysNothing(fit) ? null : linkedOnce(withoutRepeats(fit))
    }
    const { _type } = value as Fields
    const kind = typeof _type === 'string' && Object.hasOwn(node.kinds, _type) && node.kinds[_type]
    return kind ? this.value(value, kind) : this.#leaveOut(value, Object.keys(node.kinds).join(', '))
  }

  #list(items: unknown[], shape: Shape): unknown[] {
    const keys = new Set<unknown>()
    const fit = items.map((item, index) => {
      const fitting = this.#within(index, item, shape)
      const { _key } = Object(fitting) as Fields
      let own = _key
      while (keys.has(own)) own = `${own}_${index}` // no hyphen: further blocks of a kind put one behind keys (place.ts)
      if (own) keys.add(own)
      return own === _key ? fitting : { ...(fitting as Fields), _key: own }
    })
    const isWhole = fit.every((item, index) => item === items[index] && item !== null)
    return isWhole ? items : fit.filter((item) => item !== null)
  }

  #object(fields: Fields, shapes: Record<string, Shape>): Fields {
    const around = { document: this.#document, path: this.#path }
    if (typeof fields._id === 'string') {
      this.#document = fields._id
      this.#path = []
    }
    let fit = fields
    for (const name in shapes) {
      const value = fields[name] ?? null
      let field = value === null ? null : this.#within(name, value, shapes[name]!)
      // A script may write lists without keys, or with one for all: tabs and their panels find each other by them.
      if (name === '_key') field ??= `${this.#path.at(-1)}`
      if (field === value) continue
      if (fit === fields) fit = { ...fields }
      fit[name] = field
    }
    this.#document = around.document
    this.#path = around.path
    return fit
  }

  #within(step: string | number, value: unknown, shape: Shape): unknown {
    this.#path.push(step)
    const fit = this.value(value, shape)
    this.#path.pop()
    return fit
  }

  #leaveOut(value: unknown, expected: string): null {
    const path = this.#path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${step}`)).join('')
    this.#tell({ document: this.#document, path: path.replace(/^\./, ''), expected, found: nameOf(value) })
    return null
  }
}

type Fields = Record<string, unknown>

/**
 * A page holds neither half an emoji, as scripts that cut texts leave it, nor a zero: the browser would have another text than
 * React, which would make the page anew.
 */
export const asPagesHold = (text: string): string => text.toWellFormed().replaceAll('\0', '')

const isBlank = (value: unknown): boolean => typeof value === 'string' && !/\S/.test(value)

/** A paragraph of a text: it may quote a figure. */
const saysNothing = ({ children }: Fields): boolean =>
  !(children as Fields[] | null)?.some(({ _type, text }) => _type !== 'span' || !isBlank(text ?? ''))

/** An item of a list that says once that a plan is not on sale. */
function withoutRepeats(paragraph: Fields): Fields {
  const pieces = paragraph.children as Fields[]
  const children = paragraph.listItem ? goneSaidOnce(pieces) : pieces
  return children === pieces ? paragraph : { ...paragraph, children }
}

/** A paragraph without links in links, which are none in HTML: of a piece's own the first that leads somewhere counts. */
function linkedOnce(paragraph: Fields): Fields {
  const markDefs = (paragraph.markDefs ?? []) as (Parameters<typeof linkHref>[0] & { _key: unknown })[]
  const links: unknown[] = markDefs.filter(linkHref).map(({ _key }) => _key)
  const pieces = paragraph.children as { marks?: unknown[] | null }[]
  const linksOf = ({ marks }: (typeof pieces)[number]) => marks?.filter((mark) => links.includes(mark)) ?? []
  if (!pieces.some((piece) => linksOf(piece).length > 1)) return paragraph
  const children = pieces.map((piece) => {
    const [first, ...more] = linksOf(piece)
    return more.length === 0
      ? piece
      : { ...piece, marks: [first, ...piece.marks!.filter((mark) => !links.includes(mark))] }
  })
  return { ...paragraph, children }
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'list'
  const { _type } = Object(value) as Fields
  return typeof _type === 'string' ? _type : typeof value
}
