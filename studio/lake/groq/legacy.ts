import { constantIn } from './constant.ts'
import type { Params } from './runtime.ts'
import {
  type Attribute,
  type Node,
  type NodeOf,
  type Query,
  type Span,
  type Step,
  ungrouped,
} from './syntax.ts'

// API version 1 answers as GROQ 0.1, the implementation before the specification. Its answers are
// known from the cases of version 0.1 in https://github.com/sanity-io/groq-test-suite.

/** Where an expression stands: at the root, in `{…}`, in the filter of `*`, or in order() or the filter of an array. */
type Place = 'root' | 'projection' | 'filter' | 'elements'
type Context = {
  params: Params
  place: Place
  outer?: Context
  fail: (description: string, span: Span) => never
}
type Pipe = NodeOf<'pipe'>

const SINCE = 'use API version v2021-03-25 or later'
const FUNCTIONS = new Set(
  (
    'after before coalesce count dateTime defined identity joinPaths length lower now operation path ' +
    'references round select upper'
  ).split(' '),
)

/** Rewrites an expression of GROQ 0.1 as current GROQ. Fails if the answers differ and the old one is not known. */
export function rewriteLegacy({ expr, functions }: Query, params: Params, fail: Context['fail']): Node {
  const context: Context = { params, place: 'root', fail }
  if (functions[0]) refuse('custom functions', functions[0], context)
  return rewrite(expr, context)
}

const refuse = (construct: string, span: Span, { fail }: Context): never =>
  fail(`${construct} cannot be answered as in GROQ 0.1: ${SINCE}`, span)
const inside = (context: Context, place: Place): Context => ({ ...context, place, outer: context })
/** GROQ 0.1 follows references only in a projection or a filter. */
const followsReferences = ({ place, outer }: Context): boolean =>
  place === 'projection' || place === 'filter' || (outer !== undefined && followsReferences(outer))
const isInFilter = ({ place, outer }: Context): boolean =>
  place === 'filter' || (place === 'elements' && outer !== undefined && isInFilter(outer))

function rewrite(node: Node, context: Context): Node {
  const next = (inner: Node) => rewrite(inner, context)
  switch (node.type) {
    case 'parent':
      return rewriteParent(node, context)
    case 'group':
    case 'unary':
    case 'ordering':
      return { ...node, expr: next(node.expr) }
    case 'tuple':
      return { ...node, members: node.members.map(next) }
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
      const { namespace, name } = node
      if (namespace !== 'global') refuse(`${namespace}::${name}()`, node, context)
      if (!FUNCTIONS.has(name)) refuse(`${name}()`, node, context)
      const isChoice = (arg: Node): arg is NodeOf<'pair'> => name === 'select' && arg.type === 'pair'
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

/** `^` is the document around a subquery; everywhere else it is the value itself. */
function rewriteParent(node: NodeOf<'parent'>, context: Context): Node {
  const { start, end } = node
  const outer = context.outer?.place
  if (context.place === 'root') return { type: 'literal', value: null, start, end }
  if (context.place === 'projection') return { type: 'this', start, end }
  if (context.place === 'elements' || outer === 'elements' || (outer === 'filter' && node.levels > 1))
    refuse(
      `${'^.'.repeat(node.levels - 1)}^ in the filter of an array, in order() or in a deep filter`,
      node,
      context,
    )
  return { ...node, levels: 1 }
}

/** Splats come first, so that the named attributes win. */
function rewriteObject(node: NodeOf<'object'>, context: Context): NodeOf<'object'> {
  const isNamed = ({ type }: Attribute) => type === 'value'
  const names = new Set<string>()
  for (const attribute of node.attributes) {
    if (attribute.type === 'value') names.add(attribute.name)
    else if (attribute.value.type === 'object')
      for (const inner of attribute.value.attributes)
        if (inner.type === 'value' && names.has(inner.name))
          refuse(`"${inner.name}" twice in a projection`, inner.value, context)
  }
  const attributes = [
    ...node.attributes.filter((attribute) => !isNamed(attribute)),
    ...node.attributes.filter(isNamed),
  ].map((attribute) => {
    const value = rewrite(attribute.value, context)
    return attribute.type === 'conditional'
      ? { ...attribute, value, condition: rewrite(attribute.condition, context) }
      : { ...attribute, value }
  })
  return { ...node, attributes }
}

function rewriteBinary(node: NodeOf<'binary'>, context: Context): Node {
  const { op, start, end } = node
  const left = rewrite(node.left, context)
  const right = rewrite(node.right, context)
  if ((op === '&&' || op === '||') && left.type === 'literal' && right.type === 'literal')
    return { type: 'literal', value: folded(op === '||', left.value, right.value), start, end }
  const isLarge = (side: Node): boolean =>
    side.type === 'unary'
      ? isLarge(side.expr)
      : side.type === 'literal' && Math.abs(Number(side.value)) > Number.MAX_SAFE_INTEGER
  if (op === '+' && (isLarge(left) || isLarge(right))) refuse('a sum of large integers', node, context)
  return { ...node, left, right, inMemory: !isInFilter(context) }
}

/** GROQ 0.1 simplifies `true && x` and `false || x`, of two literals, to `x`. */
function folded(decisive: boolean, left: NodeOf<'literal'>['value'], right: NodeOf<'literal'>['value']) {
  if (left === decisive || right === decisive) return decisive
  if (left === !decisive) return right
  return right === !decisive ? left : null
}

const kindOf = (step: Step, { params }: Context) =>
  step.type === 'bracket' ? typeof constantIn({ params }, step.expr) : undefined
const isAttribute = (step: Step, context: Context) =>
  step.type === 'attribute' || kindOf(step, context) === 'string'

/** Rewrites a traversal or order() of anything but `*`. */
function rewriteValues(node: Pipe | NodeOf<'traversal'>, context: Context): Node {
  const base = rewrite(node.base, context)
  if (node.type === 'pipe') return { ...node, base, args: orderings(node, context) }
  let mapped = base.type === 'array'
  let within = false
  const steps = node.steps.map((step): Step => {
    const kind = kindOf(step, context)
    if (step.type === 'projection')
      return { ...step, object: rewriteObject(step.object, inside(context, 'projection')) }
    if (isAttribute(step, context) || step.type === 'dereference') {
      within = mapped
      return step.type === 'dereference' && !followsReferences(context) ? nothing(step) : step
    }
    if (step.type === 'selector') return step
    if (within && !isInFilter(context)) refuse('a second array in one path', step, context)
    within = false
    mapped = kind !== 'number'
    if (step.type !== 'bracket' || kind === 'number') return step
    const expr = ungrouped(step.expr)
    if (expr.type === 'literal' && expr.value === false) refuse('the filter [false]', step, context)
    return { ...step, expr: rewrite(step.expr, inside(context, 'elements')) }
  })
  return { ...node, base, steps }
}

const nothing = ({ start, end }: Span): Step => ({ type: 'nothing', start, end })
const orderings = (pipe: Pipe, context: Context) =>
  pipe.args.map((arg) => rewrite(arg, inside(context, 'elements')))

function startsAtDocuments(node: Node): boolean {
  if (node.type === 'group') return startsAtDocuments(node.expr)
  if (node.type === 'traversal') return startsAtDocuments(node.base)
  return node.type === 'pipe' ? startsAtDocuments(node.base) : node.type === 'everything'
}

function partsOf(node: Node): (Step | Pipe)[] {
  if (node.type === 'group') return partsOf(node.expr)
  if (node.type === 'traversal') return [...partsOf(node.base), ...node.steps]
  return node.type === 'pipe' ? [...partsOf(node.base), node] : []
}

/**
 * Rewrites a traversal of `*`. GROQ 0.1 fetches documents with filters, orders and one slice from anywhere
 * in the path. After the first attribute, only one level of arrays is known.
 */
function rewriteFetch(node: Pipe | NodeOf<'traversal'>, context: Context): Node {
  const { start, end } = node
  const filters: Step[] = []
  const fetch: (Step | Pipe)[] = []
  const steps: Step[] = []
  let [isList, isSliced, isProjected, hasAttribute, isNull] = [true, false, false, false, false]
  let mapped = true
  /** What was built of the path so far, if a subscript applies to all of it. */
  let built: Node | undefined
  const withSteps = (base: Node, more: Step[]): Node =>
    more.length > 0 ? { type: 'traversal', base, steps: more, start, end } : base
  const documents = () => {
    let base = withSteps({ type: 'everything', start, end }, [...filters])
    for (const part of fetch) {
      if (part.type === 'pipe') base = { ...part, base }
      else if (base.type === 'traversal') base.steps.push(part)
      else base = withSteps(base, [part])
    }
    return base
  }
  const all = (): Node => {
    const base = built ?? documents()
    const each: Step[] = isList && !built && steps.length > 0 ? [{ type: 'postfix', start, end }] : []
    return withSteps(steps.length > 0 ? { type: 'group', expr: base, start, end } : base, [...each, ...steps])
  }
  const subscript = (step: Step, isStillList: boolean) => {
    built = withSteps({ type: 'group', expr: all(), start, end }, [step])
    steps.length = 0
    if (isStillList) steps.push({ type: 'postfix', start, end })
    isList = isStillList
    mapped = isStillList
  }
  const known = (construct: string, span: Span, holds: boolean) => holds || refuse(construct, span, context)

  for (const part of partsOf(node)) {
    const kind = part.type === 'pipe' ? undefined : kindOf(part, context)
    if (part.type === 'pipe') {
      known('order() after a slice', part, !isSliced)
      fetch.push({ ...part, args: orderings(part, context) })
    } else if (isAttribute(part, context)) {
      if (!hasAttribute) mapped = isList
      hasAttribute = true
      steps.push(part)
    } else if (part.type === 'postfix') {
      if (hasAttribute && !mapped) steps.push(part)
      mapped = true
    } else if (part.type === 'dereference') {
      known('-> after a subquery', part, !followsReferences(context))
      hasAttribute = true
      isNull = true
      steps.push(nothing(part))
    } else if (part.type === 'projection') {
      known('a projection of the elements of an attribute', part, !hasAttribute || !mapped || isNull)
      isProjected = true
      const object = rewriteObject(part.object, inside(context, 'projection'))
      ;(hasAttribute ? steps : fetch).push({ ...part, object, legacy: true })
    } else if (part.type === 'slice' || kind === 'number') {
      const index = part as Extract<Step, { type: 'bracket' | 'slice' }>
      const step = { ...index, legacy: true as const }
      if (!hasAttribute) {
        known('a second subscript', part, isList)
        fetch.push(step)
        isList = part.type === 'slice'
      } else if (isList) subscript(step, part.type === 'slice')
      else {
        known('a subscript of an attribute of a subquery', part, !followsReferences(context))
        // The fetch has taken the number.
        if (index.type === 'bracket')
          subscript({ ...index, expr: { type: 'literal', value: 0, start, end } }, false)
      }
      isSliced = true
    } else if (part.type === 'bracket') {
      if (isNull) {
        subscript({ ...part, expr: rewrite(part.expr, inside(context, 'elements')) }, mapped)
        continue
      }
      known('a filter after a slice', part, hasAttribute || !isSliced)
      known('a filter of an attribute', part, !hasAttribute || !(isProjected || followsReferences(context)))
      // The filter of an attribute filters the documents.
      const filtered = isProjected ? fetch : filters
      filtered.push({ ...part, expr: rewrite(part.expr, inside(context, 'filter')) })
    }
  }
  return all()
}
