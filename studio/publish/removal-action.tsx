import { Button, Flex, Stack, Text } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useState } from 'react'
import { type DocumentActionComponent, useClient } from 'sanity'
import { PlaceList } from '#studio/publish/place-list.tsx'
import { type Removal, readRemoval, removeWith } from '#studio/publish/removal.ts'
import { RestoreFocus } from '#studio/publish/restore-focus.tsx'
import { useAttempt } from '#studio/publish/use-attempt.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { raw } from '#studio/validation/published-content.ts'

const WORDS = {
  delete: { header: 'Delete?', confirm: 'Delete anyway', done: 'deleted', left: undefined },
  unpublish: {
    header: 'Unpublish?',
    confirm: 'Unpublish anyway',
    done: 'unpublished',
    left: 'Its content is still there as a draft.',
  },
}

/** Sanity's Delete or Unpublish, which first says where the document is referred to and what happens there. */
export function confirmRemoval(
  action: DocumentActionComponent,
  kind: keyof typeof WORDS,
): DocumentActionComponent {
  const words = WORDS[kind]
  const ConfirmRemoval: DocumentActionComponent = (props) => {
    const { id } = props
    const original = action(props)
    const client = useClient({ apiVersion: API_VERSION })
    const toast = useToast()
    const [removal, setRemoval] = useState<Removal>()
    const { busy, attempt } = useAttempt(`Nothing was ${words.done}`)

    async function ask() {
      const found = await readRemoval(client, id)
      if (found.refusal) throw new Error(found.refusal)
      if (found.places.length > 0 || found.text) setRemoval(found)
      else original?.onHandle?.()
    }
    async function remove(asked: Removal) {
      const includeDrafts = await raw(client).fetch<string[]>('*[sanity::versionOf($id) && _id != $id]._id', {
        id,
      })
      await removeWith(
        client,
        asked,
        kind === 'delete'
          ? { actionType: 'sanity.action.document.delete', publishedId: id, includeDrafts }
          : { actionType: 'sanity.action.document.unpublish', draftId: `drafts.${id}`, publishedId: id },
      )
      setRemoval(undefined)
      toast.push({ status: 'success', title: `The document was ${words.done}`, description: words.left })
    }

    if (!original) return null
    return {
      ...original,
      onHandle: () => void attempt(ask),
      dialog: removal
        ? {
            type: 'dialog',
            header: words.header,
            onClose: () => setRemoval(undefined),
            content: (
              <Stack gap={4}>
                <RestoreFocus />
                <RemovalFacts removal={removal} />
                <Flex gap={2} justify="flex-end">
                  <Button mode="bleed" text="Cancel" onClick={() => setRemoval(undefined)} />
                  <Button
                    tone="critical"
                    text={words.confirm}
                    disabled={busy}
                    onClick={() => attempt(() => remove(removal))}
                  />
                </Flex>
              </Stack>
            ),
          }
        : original.dialog,
    }
  }
  ConfirmRemoval.action = action.action
  ConfirmRemoval.displayName = `Confirm${action.displayName ?? kind}`
  return ConfirmRemoval
}

/** What happens where a document is referred to, and to its text. */
export const RemovalFacts = ({ removal: { places, text } }: { removal: Removal }) => (
  <>
    {places.length > 0 && (
      <>
        <Text size={1}>Other documents refer to this one. Without it:</Text>
        <PlaceList places={places} consequences />
      </>
    )}
    {text && <Text size={1}>Its text in force since {text.since} stays readable at its dated address.</Text>}
  </>
)
