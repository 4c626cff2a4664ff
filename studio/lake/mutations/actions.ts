import type { Content } from '../documents/content.ts'
import type { Document } from '../documents/document-ids.ts'
import { hidesVersions } from '../documents/perspectives.ts'
import { actionError } from '../errors.ts'
import { isObject } from '../groq/values.ts'
import { RELEASE_ACTIONS } from '../releases/release-actions.ts'
import type { Action, ActionContext, Mutation } from './action.ts'
import { DOCUMENT_ACTIONS } from './document-actions.ts'

const ACTIONS = new Map<string, Action>([
  ...Object.entries(DOCUMENT_ACTIONS).map(
    ([name, action]) => [`sanity.action.document.${name}`, action] as const,
  ),
  ...Object.entries(RELEASE_ACTIONS).map(
    ([name, action]) => [`sanity.action.release.${name}`, action] as const,
  ),
])

/** Throws 400 for actions that need a newer API version. https://www.sanity.io/docs/content-lake/dispatch-actions */
export function checkApiVersion(actions: unknown, apiVersion: string) {
  if (!Array.isArray(actions) || hidesVersions(apiVersion)) return
  const index = actions.findIndex((action) =>
    /^sanity\.action\.(release|document\.version)\./.test(action?.actionType),
  )
  if (index >= 0)
    throw actionError(400, index, `${actions[index].actionType} needs API version 2025-02-19 or later`)
}

type Translated = {
  mutations: Mutation[]
  /** The action of each mutation. */
  actionIndexes: number[]
}

/** Translates actions (https://www.sanity.io/docs/http-reference/actions). Throws LakeError 400, 404 or 409. */
export function mutationsOfActions(
  actions: unknown,
  content: Content,
  lastState: (id: string) => Document | null,
  now: string,
  preview: (translatedSoFar: Translated) => Map<string, Document | null>,
): Translated {
  if (!Array.isArray(actions) || actions.length === 0)
    throw actionError(400, 0, 'actions must be an array with at least one action')
  const translated: Translated = { mutations: [], actionIndexes: [] }
  let pending = new Map<string, Document | null>()
  actions.forEach((action: unknown, index) => {
    const context: ActionContext = {
      get: (id) => (pending.has(id) ? (pending.get(id) ?? undefined) : content.documents.get(id)),
      *all() {
        for (const doc of content.documents.values()) if (!pending.has(doc._id)) yield doc
        for (const doc of pending.values()) if (doc) yield doc
      },
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
    translated.mutations.push(...mutations)
    translated.actionIndexes.push(...mutations.map(() => index))
    if (index < actions.length - 1) pending = preview(translated)
  })
  return translated
}
