import { type Document, draftId } from '../documents/document-ids.ts'
import type { Compiler } from './compiler.ts'
import { constantIn } from './constant.ts'
import { dependenciesOf } from './dependencies.ts'
import { compileOrder } from './functions/order.ts'
import { DOCUMENTS } from './origin.ts'
import { type Evaluate, type Runtime, Scope, type View } from './runtime.ts'
import { type Node, type NodeOf, type Step, ungrouped } from './syntax.ts'
import { Path, SpecialValue } from './values.ts'

/** Finds candidates by an index; undefined if no index applies. */
type Find = (runtime: Runtime, scope: Scope) => readonly Document[] | undefined
/** A lower rank is more selective. */
type Access = { rank: number; find: Find }
const BY_ID = 0
const BY_SLUG = 1
const BY_REFERENCE = 2
const BY_PATH = 3
const ANY_OF = 4
const BY_TYPE = 5

type Source = { source: Evaluate; base: Node; steps: Step[] }

/** Compiles the start of a traversal. `*[…]` starts at the candidates of an index. */
export function compileSource(compiler: Compiler, { base, steps }: NodeOf<'traversal'>): Source {
  if (base.type === 'pipe' && base.name === 'order' && base.namespace === 'global') {
    const limit = upperBound(compiler, steps[0])
    if (limit) return { source: compileOrder(compiler, base, limit), base, steps }
  }
  if (base.type !== 'everything') return { source: compiler.expression(base), base, steps }
  const conditions: Node[] = []
  for (const step of steps) {
    if (step.type !== 'bracket' || isConstant(constantIn(compiler, step.expr))) break
    conditions.push(step.expr)
  }
  const access = accessOfAll(compiler, conditions)
  const source: Evaluate = (runtime, scope) => {
    const documents = access?.find(runtime, scope) ?? runtime.everything()
    runtime.origin = DOCUMENTS
    return documents
  }
  return { source, base, steps }
}

const isConstant = (value: unknown) => typeof value === 'number' || typeof value === 'string'

/** Returns how many leading elements a step needs, if that is constant. */
function upperBound(compiler: Compiler, step: Step | undefined): Evaluate | undefined {
  const constant = (node: Node) =>
    typeof constantIn(compiler, node) === 'number' ? compiler.expression(node) : undefined
  const first = step?.type === 'slice' ? constant(step.left) : undefined
  const last = step?.type === 'slice' ? constant(step.right) : step?.type === 'bracket' && constant(step.expr)
  if (!last) return undefined
  const beyond = step?.type === 'slice' && !step.inclusive ? 0 : 1
  return (runtime, scope) => {
    const bound = last(runtime, scope) as number
    const start = first ? (first(runtime, scope) as number) : 0
    return start < 0 || bound < start ? Number.POSITIVE_INFINITY : bound + beyond
  }
}

function accessOfAll(compiler: Compiler, conditions: Node[]): Access | undefined {
  const accesses = conditions
    .flatMap((node) => operands(node, '&&'))
    .map((node) => accessOf(compiler, node))
    .filter((access) => access !== undefined)
    .sort((a, b) => a.rank - b.rank)
  const [best] = accesses
  if (accesses.length < 2) return best
  return {
    rank: best!.rank,
    find(runtime, scope) {
      for (const access of accesses) {
        const found = access.find(runtime, scope)
        if (found) return found
      }
      return undefined
    },
  }
}

function operands(node: Node, op: '&&' | '||'): Node[] {
  const found: Node[] = []
  const rest = [node]
  for (let next = rest.pop(); next; next = rest.pop()) {
    const inner = ungrouped(next)
    if (inner.type === 'binary' && inner.op === op) rest.push(inner.right, inner.left)
    else found.push(inner)
  }
  return found
}

function accessOf(compiler: Compiler, node: Node): Access | undefined {
  if (node.type === 'call' && node.namespace === 'global' && node.name === 'references')
    return accessByReference(compiler, node.args)
  if (node.type === 'call' && node.namespace === 'sanity' && node.name === 'versionOf')
    return accessByVersion(compiler, node.args[0])
  if (node.type !== 'binary') return undefined
  if (node.op === '||')
    return accessOfAny(operands(node, '||').map((branch) => accessOfAll(compiler, [branch])))
  if (node.op !== '==' && node.op !== 'in') return undefined
  const field = fieldOf(node.left)
  const [name, other] = field ? [field, node.right] : [fieldOf(node.right), node.left]
  if (!name) return undefined
  if (name === '_ref') return accessByReference(compiler, [other], true)
  const key = keyOf(compiler, other)
  if (!key) return undefined
  switch (name) {
    case '_id':
      return { rank: other.type === 'call' ? BY_PATH : BY_ID, find: byKey(key, byId) }
    case 'slug.current':
      if (!field && node.op === 'in') return undefined // the index contains no lists
      return { rank: BY_SLUG, find: byKey(key, bySlug) }
    case '_type':
      return { rank: BY_TYPE, find: byKey(key, byType) }
  }
}

/** `value` is one key or a list of them. */
type FindByKey = (runtime: Runtime, value: unknown) => readonly Document[] | undefined

/** No index supports ranges and paths, except ids by prefix. */
const byKey =
  (key: Evaluate, find: FindByKey): Find =>
  (runtime, scope) => {
    const value = key(runtime, scope)
    if (Array.isArray(value)) runtime.budget.steps(value.length)
    if (value instanceof Path && find === byId) return byPath(runtime, value)
    return value instanceof SpecialValue ? undefined : find(runtime, value)
  }

function accessOfAny(branches: (Access | undefined)[]): Access | undefined {
  const accesses: Access[] = []
  for (const branch of branches) {
    if (!branch) return undefined
    accesses.push(branch)
  }
  return {
    rank: ANY_OF,
    find(runtime, scope) {
      const found = new Set<Document>()
      for (const access of accesses) {
        const documents = access.find(runtime, scope)
        if (!documents) return undefined
        runtime.budget.steps(documents.length)
        for (const document of documents) found.add(document)
      }
      return sortedById([...found])
    },
  }
}

/** Compiles the key to look up; undefined if it depends on the documents. */
function keyOf(compiler: Compiler, node: Node): Evaluate | undefined {
  if (dependenciesOf(node).scopes.has(0)) return undefined
  const key = compiler.nested(() => compiler.expression(node))
  return (runtime, scope) => key(runtime, new Scope(null, scope))
}

type Field = '_id' | '_type' | 'slug.current' | '_ref'

/** Returns the indexed field; `_ref` means any reference. */
function fieldOf(node: Node): Field | undefined {
  const inner = ungrouped(node)
  if (inner.type === 'name') return inner.name === '_id' || inner.name === '_type' ? inner.name : undefined
  if (inner.type !== 'traversal' || inner.base.type !== 'name') return undefined
  const { base, steps } = inner
  const names = steps.map((step) =>
    step.type === 'attribute' ? step.name : step.type === 'postfix' ? '[]' : '',
  )
  if (base.name === 'slug' && names.join('.') === 'current') return 'slug.current'
  return names.at(-1) === '_ref' && !names.includes('') ? '_ref' : undefined
}

const byId: FindByKey = (runtime, value) => {
  const documents: Document[] = []
  for (const id of new Set(stringsOf(value))) {
    runtime.budget.step()
    runtime.reads.ids.add(id)
    const document = runtime.view.byId.get(id)
    if (document) documents.push(document)
  }
  return sortedById(documents)
}

const byType: FindByKey = (runtime, value) => {
  const types = [...new Set(stringsOf(value))]
  for (const type of types) runtime.reads.types.add(type)
  const lists = types.map((type) => runtime.view.byType.get(type) ?? [])
  if (lists.length === 1) return lists[0]
  for (const list of lists) runtime.budget.steps(list.length)
  return sortedById(lists.flat())
}

const bySlug: FindByKey = (runtime, value) => {
  const slugs = [...new Set([value].flat())]
  // The index contains strings only.
  if (!slugs.every((slug) => typeof slug === 'string')) return undefined
  for (const slug of slugs) runtime.reads.slugs.add(slug)
  return sortedById(slugs.flatMap((slug) => runtime.view.bySlug(slug)))
}

/** `exact`: a null key needs a scan, because it matches documents without a reference. */
function accessByReference(compiler: Compiler, args: Node[], exact = false): Access | undefined {
  const keys: Evaluate[] = []
  for (const arg of args) {
    const key = keyOf(compiler, arg)
    if (!key) return undefined
    keys.push(key)
  }
  return {
    rank: BY_REFERENCE,
    find(runtime, scope) {
      const values = keys.flatMap((key) => {
        const value = key(runtime, scope)
        if (Array.isArray(value)) runtime.budget.steps(value.length)
        return value
      })
      const ids = new Set(stringsOf(values))
      if (exact && ids.size < new Set(values).size) return undefined
      const found = new Set<Document>()
      for (const id of ids) {
        runtime.reads.references.add(id)
        for (const document of runtime.view.referrers(id)) found.add(document)
      }
      runtime.budget.steps(found.size)
      return sortedById([...found])
    },
  }
}

/** Finds the published document, its draft and its versions. */
function accessByVersion(compiler: Compiler, arg: Node | undefined): Access | undefined {
  const key = arg && keyOf(compiler, arg)
  if (!key) return undefined
  return {
    rank: BY_ID,
    find(runtime, scope) {
      const id = key(runtime, scope)
      if (typeof id !== 'string') return []
      runtime.reads.ids.add(id)
      const { byId } = runtime.view
      const found = [byId.get(id), byId.get(draftId(id)), ...withIdPrefix(runtime, 'versions.')]
      return sortedById([...new Set(found.filter((document) => document !== undefined))])
    },
  }
}

/** Documents are ordered by id, so a prefix is a range. */
function byPath(runtime: Runtime, path: Path): readonly Document[] {
  runtime.reads.everything = true
  return withIdPrefix(runtime, path.prefix)
}

function withIdPrefix(runtime: Runtime, prefix: string): readonly Document[] {
  const { documents } = runtime.view
  const start = firstIndexFrom(documents, prefix)
  let end = start
  while (end < documents.length && documents[end]!._id.startsWith(prefix)) {
    runtime.budget.step()
    end++
  }
  return documents.slice(start, end)
}

function firstIndexFrom(documents: View['documents'], id: string): number {
  let low = 0
  let high = documents.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (documents[middle]!._id < id) low = middle + 1
    else high = middle
  }
  return low
}

const stringsOf = (value: unknown): string[] =>
  [value].flat().filter((element): element is string => typeof element === 'string')

function sortedById(documents: Document[]): Document[] {
  return documents.length < 2 ? documents : documents.sort((a, b) => (a._id < b._id ? -1 : 1))
}
