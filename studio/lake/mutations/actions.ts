import type { Document } from '../documents/document-ids.ts'
import { actionError } from '../errors.ts'
import { isObject } from '../groq/values.ts'
import { RELEASE_ACTIONS } from '../releases/release-actions.ts'
import type { Action, ActionContext } from './action.ts'
import { DOCUMENT_ACTIONS } from './document-actions.ts'
import { type Draft, plan } from './transactions.ts'

const ACTIONS = new Map<string, Action>([
  ...Object.entries(DOCUMENT_ACTIONS).map(
    ([name, action]) => [`sanity.action.document.${name}`, action] as const,
  ),
  ...Object.entries(RELEASE_ACTIONS).map(
    ([name, action]) => [`sanity.action.release.${name}`, action] as const,
  ),
])

/** Applies actions (https://www.sanity.io/docs/http-reference/actions). Throws LakeError 400, 404 or 409. */
export async function applyActions(
  actions: unknown,
  draft: Draft,
  lastState: (id: string) => Document | null,
) {
  if (!Array.isArray(actions) || actions.length === 0)
    throw actionError(400, 0, 'actions must be an array with at least one action')
  const now = new Date().toISOString()
  for (const [index, action] of actions.entries() as Iterable<[number, unknown]>) {
    const context: ActionContext = {
      get: draft.get,
      all: draft.all,
      lastState,
      fail: (status, description) => actionError(status, index, description),
      now,
    }
    if (!isObject(action)) throw context.fail(400, 'an action must be an object')
    const known = ACTIONS.get(String(action.actionType))
    if (!known) throw context.fail(400, `unknown action type ${JSON.stringify(action.actionType)}`)
    const unknown = Object.keys(action).find((key) => key !== 'actionType' && !known.fields.includes(key))
    if (unknown) throw context.fail(400, `json: unknown field ${JSON.stringify(unknown)}`)

    const mutations = known.translate(action, context)
    if (action.purge === true)
      for (const mutation of mutations) Object.assign(mutation.delete ?? {}, { purge: true })
    await draft.apply(plan(mutations, index))
  }
}
