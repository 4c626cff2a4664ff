import { type ExprNode, evaluateSync, GroqSyntaxError, Path, parse } from 'groq-js'
import type { Document } from '#studio/lake/document-ids.ts'
import { queryParseError } from '#studio/lake/errors.ts'
import type { View } from '#studio/lake/perspectives.ts'
import { createTextMatcher } from '#studio/lake/text-search.ts'

export type Params = Record<string, unknown>
type Node = Record<string, unknown> & { type: string }
/** A string known from the query, or the name of a parameter that gives it (or several). */
type Named = { value: string } | { param: string }
/** What bounds a filter over the whole dataset: only documents with one of these types or ids can pass. */
export type Bound = { types: Named[]; ids: Named[] }

/** A parsed query, with what groq-js lacks or does slowly replaced by parameters that are filled for each run. */
export type Plan = {
  query: string
  tree: ExprNode
  /** One for each `*` of the query; null where nothing bounds it. */
  bounds: (Bound | null)[]
  params: string[]
  fill(view: View, params: Params): Params
}

const CACHE_SIZE = 500
// A parameter used as an index or a slice bound decides what the brackets mean, so its value is part of the plan.
const INDEXED_BY_PARAM = /\[\s*-?\s*\$|\.\.\.?\s*-?\s*\$/
const cache = new Map<string, Plan>()

/** Parses a query, or takes it from the cache. Throws Sanity's queryParseError (400) with start and end. */
export function planQuery(query: string, params: Params): Plan {
  const indexed = INDEXED_BY_PARAM.test(query)
  const key = indexed ? `${query}\n${JSON.stringify(params)}` : query
  let plan = cache.get(key)
  if (!plan) {
    plan = makePlan(query, indexed ? params : undefined)
    if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value!)
    cache.set(key, plan)
  }
  return plan
}

function makePlan(query: string, params: Params | undefined): Plan {
  let tree: ExprNode
  try {
    tree = parse(withReleases(query), params && { params })
  } catch (error) {
    if (error instanceof GroqSyntaxError)
      throw queryParseError(
        query,
        error.message.replace(/\n[\s\S]*$/, ''),
        error.position,
        Math.min(error.position + 1, query.length),
      )
    throw queryParseError(query, (error as Error).message)
  }
  const bounds: (Bound | null)[] = []
  const named = new Set<string>()
  const searches: { name: string; left: ExprNode; term: ExprNode }[] = []
  const indexed: { name: string; bound: Bound }[] = []

  const rewrite = (given: unknown): unknown => {
    if (Array.isArray(given)) return given.map(rewrite)
    if (!isNode(given)) return given
    const node: Node = given
    if (node.type === 'Parameter') named.add(node.name as string)
    if (node.type === 'Everything') bounds.push(null)
    if (isCall(node, 'documents', 'get')) return rewrite({ type: 'Deref', base: node.args[0] })
    if (node.type === 'OpCall' && node.op === 'match' && isCall(node.right, 'text', 'query')) {
      const name = `text::${searches.length}`
      const term = node.right.args[0] as unknown as ExprNode
      rewrite(term)
      searches.push({ name, left: node.left as ExprNode, term })
      return {
        type: 'OpCall',
        op: 'in',
        left: { type: 'AccessAttribute', name: '_id' },
        right: { type: 'Parameter', name },
      }
    }
    if (node.type === 'Filter' && isNode(node.base) && node.base.type === 'Everything') {
      const bound = boundOf(node.expr as Node)
      bounds.push(bound)
      const expr = rewrite(node.expr)
      if (!bound) return { ...node, expr }
      const name = `bound::${indexed.length}`
      indexed.push({ name, bound })
      return { ...node, base: { type: 'Parameter', name }, expr }
    }
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, rewrite(value)]))
  }
  const rewritten = rewrite(tree) as ExprNode

  return {
    query,
    tree: rewritten,
    bounds,
    params: [...named],
    fill(view, given) {
      const filled: Params = { ...given }
      for (const { name, bound } of indexed) filled[name] = candidates(view, bound, given)
      for (const { name, left, term } of searches) {
        const matches = createTextMatcher(evaluateSync(term, { params: given, dataset: [] }).data)
        filled[name] = new IdSet(
          view.documents.filter((doc) => matches(textOf(left, doc, given))).map((doc) => doc._id),
        )
      }
      return filled
    },
  }
}

// groq-js does not take what releases::all() gives for an array, so a projection of it is null.
const withReleases = (query: string) =>
  query.includes('releases::all')
    ? query.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|releases::all\(\s*\)/g, (text) =>
        text.startsWith('releases') ? '*[_type == "system.release"]' : text,
      )
    : query

/** groq-js asks a path whether an id matches; this one knows its ids. */
class IdSet extends Path {
  readonly #ids: Set<string>
  constructor(ids: string[]) {
    super('**')
    this.#ids = new Set(ids)
  }
  // groq-js's types leave Path out, so `override` can't be said here.
  matches(id: string) {
    return this.#ids.has(id)
  }
}

const textOf = (left: ExprNode, doc: Document, params: Params): unknown =>
  evaluateSync(left, { root: doc, dataset: [], params }).data

function candidates(view: View, bound: Bound, params: Params): Document[] {
  const found = new Set<Document>()
  for (const id of valuesOf(bound.ids, params)) {
    const doc = view.byId.get(id)
    if (doc) found.add(doc)
  }
  const types = valuesOf(bound.types, params)
  const [only] = types
  if (found.size === 0 && only !== undefined && types.length === 1) return view.byType.get(only) ?? []
  for (const type of types) for (const doc of view.byType.get(type) ?? []) found.add(doc)
  return [...found].sort((a, b) => (a._id < b._id ? -1 : 1))
}

/** The strings behind names; parameters that aren't strings (or lists of them) give none, as they equal no type or id. */
export function valuesOf(names: Named[], params: Params): string[] {
  const values = names.flatMap((name) => ('value' in name ? name.value : params[name.param]))
  return [...new Set(values.filter((value) => typeof value === 'string'))]
}

function boundOf(expr: Node): Bound | null {
  switch (expr.type) {
    case 'Group':
      return boundOf(expr.base as Node)
    case 'And': {
      const left = boundOf(expr.left as Node),
        right = boundOf(expr.right as Node)
      if (!left || !right) return left ?? right
      return left.types.length === 0 ? left : right // ids narrow more than types
    }
    case 'Or': {
      const left = boundOf(expr.left as Node),
        right = boundOf(expr.right as Node)
      return left && right && { types: [...left.types, ...right.types], ids: [...left.ids, ...right.ids] }
    }
    case 'OpCall': {
      const left = expr.left as Node,
        right = expr.right as Node
      const [field, other] = isField(left)
        ? [left.name, right]
        : expr.op === '==' && isField(right)
          ? [right.name, left]
          : []
      const names =
        other && (expr.op === '==' ? namedOne(other) : expr.op === 'in' ? namedMany(other) : undefined)
      if (!names) return null
      return field === '_id' ? { types: [], ids: names } : { types: names, ids: [] }
    }
    default:
      return null
  }
}

const isField = (node: Node) =>
  node.type === 'AccessAttribute' && !node.base && (node.name === '_type' || node.name === '_id')
function namedOne(node: Node): Named[] | undefined {
  if (node.type === 'Parameter') return [{ param: node.name as string }]
  return node.type === 'Value' && typeof node.value === 'string' ? [{ value: node.value }] : undefined
}
function namedMany(node: Node): Named[] | undefined {
  if (node.type === 'Parameter') return [{ param: node.name as string }]
  if (node.type === 'Value' && Array.isArray(node.value))
    return node.value.every((v) => typeof v === 'string') ? node.value.map((value) => ({ value })) : undefined
  if (node.type !== 'Array') return undefined
  const elements = (node.elements as { value: Node; isSplat: boolean }[]).map((e) =>
    e.isSplat ? undefined : namedOne(e.value),
  )
  return elements.every((e) => e !== undefined) ? elements.flat() : undefined
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const isCall = (node: unknown, namespace: string, name: string): node is Node & { args: Node[] } =>
  isNode(node) && node.type === 'FuncCall' && node.namespace === namespace && node.name === name
