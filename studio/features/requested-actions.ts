export type RequestedAction = {
  actionType?: string
  /** What is published: a draft, or a version of a release. */
  draftId?: string
  versionId?: string
  releaseId?: string
  publishAt?: string
  metadata?: { cardinality?: string }
}

/** What a request's body asks the lake's API for actions to do; nothing where it is a dry run, or no such request. */
export function requestedActions(body: unknown): RequestedAction[] {
  const sent = typeof body === 'string' && body.includes('"sanity.action.') ? JSON.parse(body) : body
  const { actions, dryRun } = (typeof sent === 'object' && sent !== null ? sent : {}) as {
    actions?: RequestedAction | RequestedAction[]
    dryRun?: boolean
  }
  return actions && dryRun !== true ? [actions].flat() : []
}
