import { constantIn } from './constant.ts'
import type { Params } from './runtime.ts'
import { type Node, type NodeOf, type Query, type Span, type Step, ungrouped } from './syntax.ts'

// API version 1 answers as GROQ 0.1, the implementation before the specification. Its answers are
// known from the cases of version 0.1 in https://github.com/sanity-io/groq-test-suite.

type Context = {
  params: Params
  fail: (description: string, span: Span) => never
  /** The surroundings of the expression. `elements`: in order(), or in the filter of an array. */
  place: 'root' | 'projection' | 'filter' | 'elements'
  outer?: Context
  /** In a projection or a filter. GROQ 0.1 follows references only there. */
  ofDocument: boolean
  inFilter: boolean
}
type Pipe = NodeOf<'pipe'>
type Part = Step | Pipe

/** Rewrites a query of GROQ 0.1 as current GROQ. Fails if the answers differ and the old one is not known. */
export function rewriteLegacy({ expr, functions }: Query, params: Params, fail: Context['fail']): Node {
  const context: Context = { params, fail, place: 'root', ofDocument: false, inFilter: false }
  if (functions[0]) refuse('a custom function', functions[0], context)
  return rewrite(expr, context)
}

const refuse = (construct: string, span: Span, { fail }: Context): never =>
  fail(`${construct} cannot be answered as in GROQ 0.1: use API version v2021-03-25 or later`, span)

function inside(outer: Context, place: Context['place']): Context {
  const inFilter = place === 'filter' || (place === 'elements' && outer.inFilter)
  return { ...outer, place, outer, inFilter, ofDocument: outer.ofDocument || place !== 'elements' }
}

function rewrite(node: Node, context: Context): Node {
  const next = (inner: Node) => rewrite(inner, context)
  switch (node.type) {
    case 'parent':
      return rewriteParent(node, context)
    case 'group':
    case 'unary':
    case 'ordering':
      return { ...node, expr: next(node.expr) }
    case 'array':
      return { ...node, elements: node.elements.map((part) => ({ ...part, value: next(part.value) })) }
    case 'object':
      return rewriteObject(node, context)
    case 'range':
      return { ...node, left: next(node.left), right: next(node.right) }
    case 'pair': {
      const elements = [node.left, node.right].map((side) => ({ value: next(side), splat: false }))
      return { type: 'array', elements, start: node.start, end: node.end }
    }
    case 'binary':
      return rewriteBinary(node, context)
    case 'call': {
      const isChoice = (arg: Node): arg is NodeOf<'pair'> => node.name === 'select' && arg.type === 'pair'
      const args = node.args.map((arg) =>
        isChoice(arg) ? { ...arg, left: next(arg.left), right: next(arg.right) } : next(arg),
      )
      return { ...node, args }
    }
    case 'pipe':
    case 'traversal': {
      const parts = partsOf(node)
      return parts ? rewriteFetch(parts, node, context) : rewriteValues(node, context)
    }
    default:
      return node
  }
}

/** `^` is the value around a subquery; everywhere else it is the value itself. */
function rewriteParent(node: NodeOf<'parent'>, context: Context): Node {
  const { start, end } = node
  const outer = context.outer?.place
  if (context.place === 'root') return { type: 'literal', value: null, start, end }
  if (context.place === 'projection') return { type: 'this', start, end }
  if (context.place === 'elements' || outer === 'elements' || (outer === 'filter' && node.levels > 1))
    refuse('this ^', node, context)
  return { ...node, levels: 1 }
}

/** `...` comes first, so that the named attributes win. */
function rewriteObject(node: NodeOf<'object'>, context: Context): NodeOf<'object'> {
  const isWhole = (i: number) => Number(node.attributes[i]!.value.type === 'this')
  const order = [...node.attributes.keys()].sort((a, b) => isWhole(b) - isWhole(a))
  const attributes = order.map((i) => {
    const attribute = node.attributes[i]!
    const value = rewrite(attribute.value, context)
    if (attribute.type !== 'conditional') return { ...attribute, value }
    return { ...attribute, value, condition: rewrite(attribute.condition, context) }
  })
  return { ...node, attributes }
}

function rewriteBinary(node: NodeOf<'binary'>, context: Context): Node {
  const { op } = node
  const [left, right] = [rewrite(node.left, context), rewrite(node.right, context)]
  const [a, b] = [constantIn(context, left), constantIn(context, right)]
  if ((op === '&&' || op === '||') && [a, b].some((value) => /number|string/.test(typeof value)))
    refuse(`${op} with a number or a text`, node, context)
  if (
    op === '+' &&
    [a, b].some((value) => typeof value === 'number' && !Number.isSafeInteger(Math.trunc(value)))
  )
    refuse('a sum of large integers', node, context)
  const isConstant = a !== undefined || left.type === 'literal'
  return { ...node, left, right, inMemory: !context.inFilter && !(op === '&&' && isConstant) }
}

function kindOf(part: Part, context: Context) {
  if (part.type !== 'bracket') return part.type
  const constant = typeof constantIn(context, part.expr)
  return constant === 'string' ? 'attribute' : constant === 'number' ? 'index' : 'filter'
}

/** Rewrites a part of a path. `place` is the one of a filter. */
function rewritePart<T extends Part>(part: T, context: Context, place: Context['place']): T {
  if (part.type === 'pipe')
    return { ...part, args: part.args.map((arg) => rewrite(arg, inside(context, 'elements'))) }
  if (part.type === 'projection')
    return { ...part, object: rewriteObject(part.object, inside(context, 'projection')) }
  if (part.type !== 'bracket' || kindOf(part, context) !== 'filter') return part
  return { ...part, expr: rewrite(part.expr, inside(context, place)) }
}

/** Rewrites a traversal or order() of anything but `*`. */
function rewriteValues(node: Pipe | NodeOf<'traversal'>, context: Context): Node {
  const base = rewrite(node.base, context)
  if (node.type === 'pipe') return { ...rewritePart(node, context, 'elements'), base }
  let mapped = base.type === 'array'
  let within = false
  const steps = node.steps.map((step): Step => {
    const kind = kindOf(step, context)
    if (kind === 'attribute' || kind === 'dereference') within = mapped
    else if (kind !== 'projection') {
      if (within && !context.inFilter) refuse('an array within an array', step, context)
      const expr = step.type === 'bracket' ? ungrouped(step.expr) : undefined
      if (expr?.type === 'literal' && expr.value === false) refuse('the filter [false]', step, context)
      within = false
      mapped = kind !== 'index'
    }
    return kind === 'dereference' && !context.ofDocument
      ? nothing(step)
      : rewritePart(step, context, 'elements')
  })
  return { ...node, base, steps }
}

const nothing = ({ start, end }: Span): Step => ({ type: 'nothing', start, end })

/** The parts of a traversal of `*`; undefined for any other base. */
function partsOf(node: Node): Part[] | undefined {
  if (node.type === 'everything') return []
  if (node.type === 'group') return partsOf(node.expr)
  if (node.type !== 'traversal' && node.type !== 'pipe') return undefined
  return partsOf(node.base)?.concat(node.type === 'pipe' ? node : node.steps)
}

/**
 * Rewrites a traversal of `*`. GROQ 0.1 fetches documents by the filters and orders of the whole path.
 * In their attributes, it maps one level of arrays.
 */
function rewriteFetch(parts: Part[], { start, end }: Span, context: Context): Node {
  const then = (base: Node, steps: Step[]): Node =>
    steps.length > 0 ? { type: 'traversal', base, steps, start, end } : base
  const kinds = parts.map((part) => kindOf(part, context))
  const firstOf = (...wanted: (typeof kinds)[number][]) => {
    const found = kinds.findIndex((kind) => wanted.includes(kind))
    return found === -1 ? parts.length : found
  }
  const dead = firstOf('dereference')
  const first = firstOf('dereference', 'attribute')
  const slice = firstOf('index', 'slice')
  const orders = parts.filter((_, i) => i > first && kinds[i] === 'pipe')
  const filters = parts.filter((_, i) => i > first && i < dead && kinds[i] === 'filter')
  const isKnown =
    !kinds.slice(slice, first).some((kind) => kind === 'pipe' || kind === 'filter') &&
    (orders.length === 0 || slice > first) &&
    (filters.length === 0 || !(context.ofDocument || firstOf('projection') < first))
  if (!isKnown) refuse('an order() or filter after a slice, or of an attribute,', { start, end }, context)

  let value: Node = { type: 'everything', start, end }
  for (const part of [...filters, ...parts.slice(0, first), ...orders]) {
    const next = { ...rewritePart(part, context, 'filter'), legacy: true as const }
    if (next.type === 'pipe') value = { ...next, base: value }
    else value = value.type === 'traversal' ? then(value.base, [...value.steps, next]) : then(value, [next])
  }
  if (first === parts.length) return value

  let isList = !kinds.slice(0, first).includes('index')
  let mapped = isList
  const each = (): Step[] => (isList ? [{ type: 'postfix', start, end }] : [])
  let steps = each()
  for (const [i, part] of parts.entries()) {
    if (i < first || orders.includes(part) || filters.includes(part)) continue
    const kind = kinds[i]!
    const isTaken = !isList && (kind === 'index' || kind === 'slice')
    if (context.ofDocument && (isTaken || kind === 'dereference'))
      refuse('this path of a subquery', part, context)
    if (kind === 'postfix') {
      if (!mapped) steps.push({ type: 'postfix', start, end })
      mapped = true
    } else if (part.type === 'projection') {
      if (mapped && dead === parts.length) refuse('a projection of these elements', part, context)
      steps.push({ ...rewritePart(part, context, 'elements'), legacy: true })
    } else if (kind === 'index' || kind === 'filter' || (kind === 'slice' && !isTaken)) {
      const step = { ...rewritePart(part as Step, context, 'elements') }
      // The fetch has taken the number.
      if (isTaken && step.type === 'bracket') step.expr = { type: 'literal', value: 0, start, end }
      value = then(
        { type: 'group', expr: then({ type: 'group', expr: value, start, end }, steps), start, end },
        [step],
      )
      isList = kind !== 'index'
      mapped = isList
      steps = each()
    } else if (kind === 'attribute') steps.push(part as Step)
    else if (kind === 'dereference') steps.push(nothing(part))
  }
  return then({ type: 'group', expr: value, start, end }, steps)
}
