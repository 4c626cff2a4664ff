import { Button, Flex, Stack, Text } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useState } from 'react'
import { type DocumentActionComponent, useClient } from 'sanity'
import { type RemovalFacts, removalFacts, removeWith } from '#studio/publish/facts.ts'
import { KeptNote, PlaceList, QuestionList } from '#studio/publish/place-list.tsx'
import { reasonOf } from '#studio/publish/reason.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { isFrontPage } from '#studio/validation/published-content.ts'

const WORDS = {
  delete: {
    header: 'Delete?',
    confirm: 'Delete anyway',
    becomes: 'deleted',
    left: undefined,
    inRelease: (release: string) => `Its version in the release ${release} is deleted as well.`,
  },
  unpublish: {
    header: 'Unpublish?',
    confirm: 'Unpublish anyway',
    becomes: 'unpublished',
    left: 'What it said is kept as a draft.',
    inRelease: (release: string) =>
      `The release ${release} has a version of it, and brings it back when it goes out.`,
  },
}

/** The Studio's Delete or Unpublish, which says first where the document is referred to and what would happen there. */
export function guardRemoval(
  removal: DocumentActionComponent,
  kind: keyof typeof WORDS,
): DocumentActionComponent {
  const words = WORDS[kind]
  const GuardedRemoval: DocumentActionComponent = (props) => {
    const { id } = props
    const original = removal(props)
    const client = useClient({ apiVersion: API_VERSION })
    const toast = useToast()
    const [facts, setFacts] = useState<RemovalFacts | null>(null)
    const [busy, setBusy] = useState(false)
    const failed = (error: unknown) =>
      toast.push({
        status: 'error',
        title: `Nothing was ${words.becomes}`,
        description: reasonOf(error),
      })

    async function ask() {
      if (isFrontPage(props.published))
        return failed(new Error('The site needs its front page. Change what it says instead.'))
      try {
        const found = await removalFacts(client, id)
        const scheduled = found.releases.find(({ day }) => day)
        if (kind === 'delete' && scheduled)
          throw new Error(`“${scheduled.title}” is scheduled with a version of this. Unschedule it first.`)
        // The Studio's own dialog names the versions that are deleted.
        const isBroughtBack = kind === 'unpublish' && found.releases.length > 0
        if (found.places.length + found.questions.length > 0 || found.kept || isBroughtBack) setFacts(found)
        else original?.onHandle?.()
      } catch (error) {
        failed(error)
      }
    }

    async function remove() {
      setBusy(true)
      const draftId = `drafts.${id}`
      try {
        await removeWith(
          client,
          kind === 'unpublish'
            ? { actionType: 'sanity.action.document.unpublish', draftId, publishedId: id }
            : {
                actionType: 'sanity.action.document.delete',
                publishedId: id,
                includeDrafts: facts?.versions ?? [],
              },
          facts?.kept,
        )
        setFacts(null)
        toast.push({ status: 'success', title: `This was ${words.becomes}`, description: words.left })
      } catch (error) {
        failed(error)
      } finally {
        setBusy(false)
      }
    }

    if (!original) return null
    return {
      ...original,
      onHandle: ask,
      dialog: facts
        ? {
            type: 'dialog',
            header: words.header,
            onClose: () => setFacts(null),
            content: (
              <Stack gap={4}>
                {facts.places.length > 0 && (
                  <>
                    <Text size={1}>This is referred to. If it is {words.becomes}:</Text>
                    <PlaceList places={facts.places} consequences />
                  </>
                )}
                <QuestionList questions={facts.questions} />
                {facts.kept && <KeptNote since={facts.kept.since} />}
                {facts.releases.map(({ title, day }) => (
                  <Text key={title} size={1}>
                    {words.inRelease(`“${title}”${day ? `, scheduled for ${day},` : ''}`)}
                  </Text>
                ))}
                <Flex gap={2} justify="flex-end">
                  <Button mode="bleed" text="Cancel" onClick={() => setFacts(null)} />
                  <Button tone="critical" text={words.confirm} disabled={busy} onClick={remove} />
                </Flex>
              </Stack>
            ),
          }
        : original.dialog,
    }
  }
  GuardedRemoval.action = removal.action
  GuardedRemoval.displayName = `Guarded${removal.displayName ?? kind}`
  return GuardedRemoval
}
