import { constantIn } from './constant.ts'
import type { Params } from './runtime.ts'
import { type Node, type NodeOf, type Query, type Span, type Step, ungrouped } from './syntax.ts'

// API version 1 answers as GROQ 0.1, the implementation before the specification. Its answers are
// known from the cases of version 0.1 in https://github.com/sanity-io/groq-test-suite.

type Context = {
  params: Params
  fail: (description: string, span: Span) => never
  /** Where an expression stands. `elements`: in order(), or in the filter of an array. */
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
    case 'traversal':
      return startsAtDocuments(node) ? rewriteFetch(node, context) : rewriteValues(node, context)
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

const constantOf = (step: Part, context: Context) =>
  step.type === 'bracket' ? typeof constantIn(context, step.expr) : undefined
const isAttribute = (step: Part, context: Context) =>
  step.type === 'attribute' || constantOf(step, context) === 'string'
const isSubscript = (step: Part, context: Context): step is Extract<Step, { type: 'slice' | 'bracket' }> =>
  step.type === 'slice' || constantOf(step, context) === 'number'
const isFilter = (step: Part, context: Context): step is Extract<Step, { type: 'bracket' }> =>
  step.type === 'bracket' && !isSubscript(step, context) && !isAttribute(step, context)

/** Rewrites a part of a path. `place` is the one of a filter. */
function rewritePart<T extends Part>(part: T, context: Context, place: Context['place']): T {
  if (part.type === 'pipe')
    return { ...part, args: part.args.map((arg) => rewrite(arg, inside(context, 'elements'))) }
  if (part.type === 'projection')
    return { ...part, object: rewriteObject(part.object, inside(context, 'projection')) }
  return isFilter(part, context) ? { ...part, expr: rewrite(part.expr, inside(context, place)) } : part
}

/** Rewrites a traversal or order() of anything but `*`. */
function rewriteValues(node: Pipe | NodeOf<'traversal'>, context: Context): Node {
  const base = rewrite(node.base, context)
  if (node.type === 'pipe') return { ...rewritePart(node, context, 'elements'), base }
  let mapped = base.type === 'array'
  let within = false
  const steps = node.steps.map((step): Step => {
    if (isAttribute(step, context)) within = mapped
    else if (step.type === 'dereference') {
      within = mapped
      if (!context.ofDocument) return nothing(step)
    } else if (isSubscript(step, context) || isFilter(step, context) || step.type === 'postfix') {
      if (within && !context.inFilter) refuse('an array within an array', step, context)
      const expr = step.type === 'bracket' ? ungrouped(step.expr) : undefined
      if (expr?.type === 'literal' && expr.value === false) refuse('the filter [false]', step, context)
      within = false
      mapped = constantOf(step, context) !== 'number'
    }
    return rewritePart(step, context, 'elements')
  })
  return { ...node, base, steps }
}

const nothing = ({ start, end }: Span): Step => ({ type: 'nothing', start, end })

function startsAtDocuments(node: Node): boolean {
  if (node.type === 'group') return startsAtDocuments(node.expr)
  if (node.type === 'traversal' || node.type === 'pipe') return startsAtDocuments(node.base)
  return node.type === 'everything'
}

function partsOf(node: Node): Part[] {
  if (node.type === 'group') return partsOf(node.expr)
  if (node.type === 'traversal') return [...partsOf(node.base), ...node.steps]
  return node.type === 'pipe' ? [...partsOf(node.base), node] : []
}

/**
 * Rewrites a traversal of `*`. GROQ 0.1 fetches documents by the filters and orders of the whole path.
 * In their attributes, it maps one level of arrays.
 */
function rewriteFetch(node: Pipe | NodeOf<'traversal'>, context: Context): Node {
  const { start, end } = node
  const then = (base: Node, steps: Step[]): Node =>
    steps.length > 0 ? { type: 'traversal', base, steps, start, end } : base
  const parts = partsOf(node)
  const indexOf = (matches: (part: Part) => boolean) => {
    const found = parts.findIndex(matches)
    return found === -1 ? parts.length : found
  }
  const dead = indexOf(({ type }) => type === 'dereference')
  const first = Math.min(
    dead,
    indexOf((part) => isAttribute(part, context)),
  )
  const slice = indexOf((part) => isSubscript(part, context))
  const early = parts.slice(0, first)
  const late = parts.slice(first, dead).filter((part) => part.type === 'pipe' || isFilter(part, context))
  const lateFilters: Part[] = late.filter((part) => part.type !== 'pipe')
  const misplaced =
    early.find((part, i) => i > slice && (part.type === 'pipe' || isFilter(part, context))) ??
    late.find((part) => part.type === 'pipe' && slice < first) ??
    lateFilters.find(() => context.ofDocument || early.some(({ type }) => type === 'projection'))
  if (misplaced) refuse('this order() or filter', misplaced, context)

  let value: Node = { type: 'everything', start, end }
  for (const part of [...lateFilters, ...early, ...late.filter((part) => part.type === 'pipe')]) {
    const rewritten = { ...rewritePart(part, context, 'filter'), legacy: true as const }
    if (rewritten.type === 'pipe') value = { ...rewritten, base: value }
    else
      value =
        value.type === 'traversal' ? then(value.base, [...value.steps, rewritten]) : then(value, [rewritten])
  }

  let isList = !early.some((part) => constantOf(part, context) === 'number')
  let mapped = isList
  let steps: Step[] = isList ? [{ type: 'postfix', start, end }] : []
  for (const part of parts.slice(first)) {
    const isOfElement = isSubscript(part, context) && !isList
    if (part.type === 'pipe' || lateFilters.includes(part)) continue
    if (context.ofDocument && (isOfElement || part.type === 'dereference'))
      refuse('this path of a subquery', part, context)
    if (isOfElement && part.type === 'slice') continue
    if (part.type === 'postfix') {
      if (!mapped) steps.push(part)
      mapped = true
    } else if (part.type === 'projection') {
      if (mapped && dead === parts.length) refuse('a projection of these elements', part, context)
      steps.push({ ...rewritePart(part, context, 'elements'), legacy: true })
    } else if (isSubscript(part, context) || isFilter(part, context)) {
      // The fetch has taken the number.
      const zero: Node = { type: 'literal', value: 0, start, end }
      const step: Step =
        isOfElement && part.type === 'bracket'
          ? { ...part, expr: zero }
          : rewritePart(part, context, 'elements')
      const all = then({ type: 'group', expr: value, start, end }, steps)
      value = then({ type: 'group', expr: all, start, end }, [step])
      isList = constantOf(part, context) !== 'number'
      mapped = isList
      steps = isList ? [{ type: 'postfix', start, end }] : []
    } else steps.push(part.type === 'dereference' ? nothing(part) : part)
  }
  return first === parts.length ? value : then({ type: 'group', expr: value, start, end }, steps)
}
