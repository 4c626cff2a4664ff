import { type ClientConfig, ClientError, ServerError } from '@sanity/client'
import type { SanityClient } from 'sanity'

type RequestHandler = NonNullable<ClientConfig['requestHandler']>

/** Puts things back as they were before the editor was asked; where it is not known whether it has gone out, what is safe to. */
type Undo = (isKnown: boolean) => Promise<void>

/** Asks the editor about a release; resolves when it may go out, to what undoes it where the lake refuses; rejects when it may not. */
export type AskAboutRelease = (release: {
  releaseId: string
  /** The Studio made the release a moment ago, for "Schedule publish" of one document. */
  madeForIt: boolean
  /** It was scheduled until a moment ago: “Publish now” of a scheduled draft takes it off first (sanity 6.16). */
  wasScheduled: boolean
  /** When it goes out (ISO date and time), unless at once. */
  publishAt?: string
}) => Promise<Undo | undefined>

let ask: AskAboutRelease | undefined

/** Says who asks; resolves to how to stop. */
export function askWith(asker: AskAboutRelease): () => void {
  ask = asker
  return () => {
    if (ask === asker) ask = undefined
  }
}

const GOING_OUT = ['sanity.action.release.publish', 'sanity.action.release.schedule']
const madeForOne = new Set<string>()

/** Nobody presses one button after another as quickly. */
const AT_ONCE_MS = 2_000
let unscheduled: { releaseId: string; at: number } | undefined

function wasScheduled(releaseId: string): boolean {
  const before = unscheduled
  unscheduled = undefined
  return before?.releaseId === releaseId && Date.now() - before.at < AT_ONCE_MS
}

const asScheduledBefore = new Set<string>()
const schedule = (releaseId: string, publishAt?: string) => `${releaseId} ${publishAt}`

/** Schedules as it was what the editor has been asked about; to publish it meanwhile is asked about. */
export async function scheduleAgain(
  client: SanityClient,
  releaseId: string,
  publishAt: string,
): Promise<void> {
  const unasked = schedule(releaseId, publishAt)
  asScheduledBefore.add(unasked)
  await client.releases.schedule({ releaseId, publishAt }).finally(() => asScheduledBefore.delete(unasked))
}

/**
 * Holds what sends a release out until the editor has been asked. The Studio has no hook at its buttons for releases and
 * scheduled drafts (sanity 6.16); all of them go through its client, whatever they are called.
 */
export const askFirst =
  (original?: RequestHandler): RequestHandler =>
  async (request, next) => {
    const actions = requestedActions(request.body)
    const undoing: Undo[] = []
    for (const { actionType = '', releaseId = '', publishAt, metadata } of actions) {
      if (actionType === 'sanity.action.release.create' && metadata?.cardinality === 'one')
        madeForOne.add(releaseId)
      if (!GOING_OUT.includes(actionType) || asScheduledBefore.has(schedule(releaseId, publishAt))) continue
      if (!ask) throw new Error('The Studio is not ready to ask about this. Nothing was published.')
      const undo = await ask({
        releaseId,
        madeForIt: madeForOne.delete(releaseId),
        wasScheduled: !publishAt && wasScheduled(releaseId),
        ...(publishAt && { publishAt }),
      })
      if (undo) undoing.push(undo)
    }
    let answer: Awaited<ReturnType<RequestHandler>>
    try {
      answer = await (original ? original(request, next) : next(request))
    } catch (error) {
      // Without an answer nobody knows whether it has gone out.
      const isKnown = error instanceof ClientError || error instanceof ServerError
      for (const undo of undoing) await undo(isKnown)
      throw error
    }
    for (const { actionType, releaseId = '' } of actions)
      if (actionType === 'sanity.action.release.unschedule') unscheduled = { releaseId, at: Date.now() }
    return answer
  }

type RequestedAction = {
  actionType?: string
  /** What is published: a draft, or a version of a release. */
  draftId?: string
  versionId?: string
  releaseId?: string
  publishAt?: string
  metadata?: { cardinality?: string }
}

/** What a request's body asks the lake's API for actions to do; nothing where it is a dry run, or no such request. */
function requestedActions(body: unknown): RequestedAction[] {
  const sent = typeof body === 'string' && body.includes('"sanity.action.') ? JSON.parse(body) : body
  const { actions, dryRun } = (typeof sent === 'object' && sent !== null ? sent : {}) as {
    actions?: RequestedAction | RequestedAction[]
    dryRun?: boolean
  }
  return actions && dryRun !== true ? [actions].flat() : []
}
