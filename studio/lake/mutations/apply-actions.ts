import type { Document } from '../documents/document-ids.ts'
import { hidesVersions } from '../documents/perspectives.ts'
import { actionError } from '../errors.ts'
import { isObject } from '../groq/values.ts'
import { RELEASE_ACTIONS } from '../releases/release-actions.ts'
import type { Sources } from '../sources.ts'
import type { Action, ActionContext } from './action-mutations.ts'
import { DOCUMENT_ACTIONS } from './document-actions.ts'
import { parseMutations } from './parse-mutations.ts'
import type { Draft } from './transactions.ts'

const ACTIONS = new Map<string, Action>(
  Object.entries({ document: DOCUMENT_ACTIONS, release: RELEASE_ACTIONS }).flatMap(([kind, actions]) =>
    Object.entries(actions).map(([name, action]) => [`sanity.action.${kind}.${name}`, action]),
  ),
)

/** Throws 400 for actions that need a newer API version. https://www.sanity.io/docs/content-lake/dispatch-actions */
export function checkApiVersion(actions: unknown, apiVersion: string) {
  if (!Array.isArray(actions) || hidesVersions(apiVersion)) return
  const index = actions.findIndex((action) =>
    /^sanity\.action\.(release|document\.version)\./.test(action?.actionType),
  )
  if (index >= 0)
    throw actionError(400, index, `${actions[index].actionType} needs API version 2025-02-19 or later`)
}

/** Applies actions (https://www.sanity.io/docs/http-reference/actions). Throws LakeError 400, 404 or 409. */
export async function applyActions(
  actions: unknown,
  draft: Draft,
  lastState: (id: string) => Document | null,
  { now, randomId }: Sources,
) {
  if (!Array.isArray(actions) || actions.length === 0)
    throw actionError(400, 0, 'actions must be an array with at least one action')
  const time = now().toISOString()
  for (const [index, action] of actions.entries() as Iterable<[number, unknown]>) {
    const context: ActionContext = {
      get: draft.get,
      all: draft.all,
      lastState,
      fail: (status, description) => actionError(status, index, description),
      now: time,
    }
    if (!isObject(action)) throw context.fail(400, 'an action must be an object')
    const known = ACTIONS.get(String(action.actionType))
    if (!known) throw context.fail(400, `unknown action type ${JSON.stringify(action.actionType)}`)
    const unknown = Object.keys(action).find((key) => key !== 'actionType' && !known.fields.includes(key))
    if (unknown) throw context.fail(400, `json: unknown field ${JSON.stringify(unknown)}`)

    const mutations = known.translate(action, context)
    if (action.purge === true)
      for (const mutation of mutations) Object.assign(mutation.delete ?? {}, { purge: true })
    await draft.apply(parseMutations(mutations, randomId, index))
  }
}
