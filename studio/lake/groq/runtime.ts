import type { Document } from '#studio/lake/document-ids.ts'
import type { Budget } from '#studio/lake/groq/budget.ts'
import { DocumentOrigin, type Origin, UNKNOWN } from '#studio/lake/groq/origin.ts'

/** Parameters as a caller gives them, by name. */
export type Params = Record<string, unknown>

/**
 * What a query sees of a dataset. Lists are ordered by `_id`. It may follow every change, and then holds for the synchronous
 * work at hand only.
 */
export type View = {
  readonly documents: readonly Document[]
  readonly byId: { get(id: string): Document | undefined }
  readonly byType: { get(type: string): readonly Document[] | undefined }
  /** The documents whose `slug.current` is this. */
  readonly bySlug: (slug: string) => readonly Document[]
  /** The documents that hold, anywhere inside, a reference to this id, strong or weak. */
  readonly referrers: (id: string) => readonly Document[]
}

export type QueryContext = {
  view: View
  projectId: string
  dataset: string
  identity: string
}

/** What an answer was read from, and so can be changed by. */
export class Reads {
  everything = false
  readonly ids = new Set<string>()
  readonly types = new Set<string>()
  readonly slugs = new Set<string>()
  /** The ids that documents were asked to refer to. */
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

/** One run of a query: what it reads from and what it keeps. */
export class Runtime {
  readonly context: QueryContext
  readonly view: View
  readonly params: Params
  readonly budget: Budget
  readonly reads = new Reads()
  readonly time = Date.now()
  /** Where the value that was evaluated last comes from, unless it is null; kept only by plans that trace. */
  origin: Origin = UNKNOWN
  /** What parts of the plan remember for the rest of this run. */
  readonly memory: unknown[]

  constructor(context: QueryContext, params: Params, budget: Budget, memorySize: number) {
    this.context = context
    this.view = context.view
    this.params = params
    this.budget = budget
    this.memory = new Array(memorySize)
  }

  everything(): readonly Document[] {
    this.reads.everything = true
    return this.view.documents
  }

  /** The document with an id, as a dereference reads it. */
  document(id: string): Document | null {
    this.reads.ids.add(id)
    const document = this.view.byId.get(id) ?? null
    if (document) this.origin = new DocumentOrigin(document)
    return document
  }
}

/** A compiled expression. */
export type Evaluate = (runtime: Runtime, scope: Scope) => unknown
/** A compiled traversal. When the plan traces, `runtime.origin` is that of `base` before and of the result after. */
export type Traverse = (runtime: Runtime, base: unknown, scope: Scope) => unknown
