import type { Document } from '../documents/document-ids.ts'
import type { Budget } from './budget.ts'
import { DocumentOrigin, type Origin, UNKNOWN } from './origin.ts'

export type Params = Record<string, unknown>

/** The documents of a query, ordered by `_id`. Valid for synchronous work only. */
export type View = {
  readonly documents: readonly Document[]
  readonly byId: { get(id: string): Document | undefined }
  readonly byType: { get(type: string): readonly Document[] | undefined }
  /** The documents with this `slug.current`. */
  readonly bySlug: (slug: string) => readonly Document[]
  /** The documents with a strong or weak reference to this id. */
  readonly referrers: (id: string) => readonly Document[]
}

/** A document before and after a change; null means that it did not exist. */
export type Delta = { before: Document | null; after: Document | null }

export type QueryContext = {
  view: View
  projectId: string
  dataset: string
  identity: string
  /** The change that an expression in delta mode is about. */
  delta?: Delta
  /** The result of `now()`, in milliseconds; the time of this machine by default. */
  time?: number | undefined
}

/** The data that an answer depends on. */
export class Reads {
  everything = false
  readonly ids = new Set<string>()
  readonly types = new Set<string>()
  readonly slugs = new Set<string>()
  /** Ids whose referring documents were read. */
  readonly references = new Set<string>()
}

/** https://spec.groq.dev/#sec-Scope */
export class Scope {
  readonly value: unknown
  readonly parent: Scope | null
  readonly origin: Origin
  constructor(value: unknown, parent: Scope | null, origin: Origin = UNKNOWN) {
    this.value = value
    this.parent = parent
    this.origin = origin
  }
}

/** The state of one run of a query. */
export class Runtime {
  readonly context: QueryContext
  readonly view: View
  readonly params: Params
  readonly budget: Budget
  readonly reads = new Reads()
  readonly time: number
  /** The origin of the last value; only with tracing. */
  origin: Origin = UNKNOWN
  /** Values that the plan stores for this run. */
  readonly memory: unknown[]

  constructor(context: QueryContext, params: Params, budget: Budget, memorySize: number) {
    this.context = context
    this.view = context.view
    this.time = context.time ?? Date.now()
    this.params = params
    this.budget = budget
    this.memory = new Array(memorySize)
  }

  everything(): readonly Document[] {
    this.reads.everything = true
    return this.view.documents
  }

  document(id: string): Document | null {
    this.reads.ids.add(id)
    const document = this.view.byId.get(id) ?? null
    if (document) this.origin = new DocumentOrigin(document)
    return document
  }
}

/** A compiled expression. */
export type Evaluate = (runtime: Runtime, scope: Scope) => unknown
/** A compiled traversal. With tracing, `runtime.origin` belongs to `base` before and to the result after. */
export type Traverse = (runtime: Runtime, base: unknown, scope: Scope) => unknown
