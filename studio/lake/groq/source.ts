import { type Document, publishedId } from '../documents/document-ids.ts'
import type { Compiler } from './compiler.ts'
import { constantIn } from './constant.ts'
import { dependenciesOf } from './dependencies.ts'
import { compileOrder } from './functions/order.ts'
import { DOCUMENTS } from './origin.ts'
import { type Evaluate, type Runtime, Scope } from './runtime.ts'
import { type Node, type NodeOf, ungrouped } from './syntax.ts'
import { SpecialValue } from './values.ts'

/** Finds candidates by an index; undefined if no index applies. */
type Find = (runtime: Runtime, scope: Scope) => readonly Document[] | undefined
/** A lower rank is more selective. */
type Access = { rank: number; find: Find }
const BY_ID = 0
const BY_SLUG = 1
const BY_REFERENCE = 2
const ANY_OF = 3
const BY_TYPE = 4

/** Compiles the start of a traversal. `*[…]` starts at the candidates of an index. */
export function compileSource(compiler: Compiler, { base, steps }: NodeOf<'traversal'>): Evaluate {
  if (base.type === 'pipe' && base.name === 'order' && base.namespace === 'global')
    return compileOrder(compiler, base, steps[0])
  if (base.type !== 'everything') return compiler.expression(base)
  const conditions: Node[] = []
  for (const step of steps) {
    if (step.type !== 'bracket' || isConstant(constantIn(compiler, step.expr))) break
    conditions.push(step.expr)
  }
  const access = accessOfAll(compiler, conditions)
  return (runtime, scope) => {
    const documents = access?.find(runtime, scope) ?? runtime.everything()
    runtime.origin = DOCUMENTS
    return documents
  }
}

const isConstant = (value: unknown) => typeof value === 'number' || typeof value === 'string'

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
      return { rank: BY_ID, find: byKey(key, byId) }
    case 'slug.current':
      if (!field && node.op === 'in') return undefined // the index contains no lists
      return { rank: BY_SLUG, find: byKey(key, bySlug) }
    case '_type':
      return { rank: BY_TYPE, find: byKey(key, byType) }
  }
}

/** `value` is one key or a list of them. */
type FindByKey = (runtime: Runtime, value: unknown) => readonly Document[] | undefined

/** No index supports ranges and paths. */
const byKey =
  (key: Evaluate, find: FindByKey): Find =>
  (runtime, scope) => {
    const value = key(runtime, scope)
    if (Array.isArray(value)) runtime.budget.steps(value.length)
    return value instanceof SpecialValue ? undefined : find(runtime, value)
  }

function accessOfAny(branches: (Access | undefined)[]): Access | undefined {
  const accesses = branches.filter((branch) => branch !== undefined)
  if (accesses.length < branches.length) return undefined
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
  const keys = args.map((arg) => keyOf(compiler, arg)).filter((key) => key !== undefined)
  if (keys.length < args.length) return undefined
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

/** Finds the published document, its draft and its versions. The answer depends on no other document. */
function accessByVersion(compiler: Compiler, arg: Node | undefined): Access | undefined {
  const key = arg && keyOf(compiler, arg)
  if (!key) return undefined
  return {
    rank: BY_ID,
    find(runtime, scope) {
      const id = key(runtime, scope)
      if (typeof id !== 'string') return []
      runtime.reads.ids.add(id)
      const { documents } = runtime.view
      runtime.budget.steps(documents.length / 8)
      return documents.filter(({ _id }) => publishedId(_id) === id)
    },
  }
}

const stringsOf = (value: unknown): string[] =>
  [value].flat().filter((element): element is string => typeof element === 'string')

function sortedById(documents: Document[]): Document[] {
  return documents.length < 2 ? documents : documents.sort((a, b) => (a._id < b._id ? -1 : 1))
}
