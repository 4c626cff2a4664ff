import { ClientError } from '@sanity/client'
import { Box, Dialog } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { type LayoutProps, type SanityClient, useClient } from 'sanity'
import { type AskAboutRelease, askWith, scheduleAgain } from '#studio/publish/ask-first.ts'
import type { PublishAnswers } from '#studio/publish/facts.ts'
import { PublishDialog } from '#studio/publish/publish-dialog.tsx'
import { type Asked, completeRelease, releaseFacts } from '#studio/publish/release-facts.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { raw } from '#studio/validation/published-content.ts'

/** Above the Studio's own dialogs, from which releases are sent out. */
const Z_OFFSET = 5_000
const CANCELLED = 'You cancelled it: nothing was published or scheduled.'
const STILL_SCHEDULED = 'You cancelled it: nothing was published, and it stays scheduled.'

const OFF_SCHEDULE = 'Nothing was published, and this is not scheduled any more. Schedule it again.'
const ASK_AGAIN_MS = 2_000

type Open = {
  asked: Asked[]
  publishAt: string | undefined
  answer: (answers: ReadonlyMap<string, PublishAnswers>) => Promise<void>
  cancel: () => void
}

/** Around the whole Studio: the dialog that asks before a release goes out, or a draft is scheduled. */
export function ReleaseQuestions(props: LayoutProps) {
  const client = useClient({ apiVersion: API_VERSION })
  const [open, setOpen] = useState<Open | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    const ask: AskAboutRelease = async ({ releaseId, madeForIt, wasScheduled, publishAt }) => {
      let isOffSchedule = wasScheduled
      const undo = async (isKnown: boolean) => {
        // What the Studio made for this alone would stay behind as a paused schedule.
        if (madeForIt && isKnown) await takeAway(client, releaseId)
        if (isOffSchedule) await putBack(client, releaseId)
      }
      try {
        const asked = await releaseFacts(client, releaseId, publishAt)
        if (asked.length === 0) {
          await completeRelease(client, releaseId, [], new Map(), publishAt)
          return undo
        }
        // Where its editor leaves the question with the page, it goes out when it would have.
        if (wasScheduled)
          isOffSchedule = await putBack(client, releaseId).then(
            () => false,
            () => true,
          )
        const goOut = async (answers: ReadonlyMap<string, PublishAnswers>) => {
          const isScheduled = wasScheduled && !isOffSchedule
          // Already where the answer of this is lost.
          isOffSchedule = wasScheduled
          if (isScheduled) await client.releases.unschedule({ releaseId })
          await completeRelease(client, releaseId, asked, answers, publishAt)
        }
        await new Promise<void>((resolve, reject) =>
          setOpen({
            asked,
            publishAt,
            answer: (answers) => goOut(answers).then(resolve, reject),
            cancel: () => reject(new Error(wasScheduled ? STILL_SCHEDULED : CANCELLED)),
          }),
        )
        if (madeForIt) await showAsRelease(client, releaseId, asked)
        return undo
      } catch (error) {
        await undo(true)
        throw error
      } finally {
        setOpen(null)
        setBusy(false)
      }
    }
    return askWith(ask)
  }, [client])

  return (
    <>
      {props.renderDefault(props)}
      {open && (
        <Dialog
          id="release-questions"
          header="Before this is published"
          width={1}
          zOffset={Z_OFFSET}
          onClose={() => !busy && open.cancel()}
        >
          <Box padding={4}>
            <PublishDialog
              asked={open.asked}
              publishAt={open.publishAt}
              busy={busy}
              onCancel={open.cancel}
              onPublish={(answers) => {
                setBusy(true)
                open.answer(answers)
              }}
            />
          </Box>
        </Dialog>
      )}
    </>
  )
}

/** A schedule of one document that has got company (a kept text, a redirect) is a release like others, with its name. */
async function showAsRelease(client: SanityClient, releaseId: string, asked: Asked[]) {
  if (!asked.some(({ facts }) => facts.dated || facts.moved || facts.kept)) return
  const title = asked.map(({ name }) => name).join(', ')
  await client.releases.edit({
    releaseId,
    patch: { set: { 'metadata.cardinality': 'many', 'metadata.title': title } },
  })
}

/** Puts what was to go out now, and does not, back on its schedule, as soon as there is a connection. */
async function putBack(client: SanityClient, releaseId: string) {
  const query = '*[_type == "system.release" && name == $releaseId && state == "active"][0].metadata'
  for (let isRefused = false; ; ) {
    try {
      const paused = await raw(client).fetch<{ intendedPublishAt?: string } | null>(query, { releaseId })
      if (!paused) return // it has gone out after all, or somebody has scheduled it again
      const publishAt = paused.intendedPublishAt
      if (isRefused || !publishAt || Date.parse(publishAt) <= Date.now()) break
      return await scheduleAgain(client, releaseId, publishAt)
    } catch (error) {
      if (error instanceof ClientError) {
        if (isRefused) throw error
        isRefused = true // what has just gone out is refused, too
        continue
      }
    }
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
  throw new Error(OFF_SCHEDULE)
}

async function takeAway(client: SanityClient, releaseId: string) {
  await client.releases.archive({ releaseId })
  await client.releases.delete({ releaseId })
}
