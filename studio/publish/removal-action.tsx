import { getPublishedId } from '@sanity/client/csm'
import { Button, Card, Flex, Stack, Text } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useState } from 'react'
import { type DocumentActionComponent, useClient } from 'sanity'
import { IntentLink } from 'sanity/router'
import { type Removal, type RemovalKind, readRemoval, remove } from '#studio/publish/removal.ts'
import { RestoreFocus } from '#studio/publish/restore-focus.tsx'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { useAsyncAction } from '#studio/ui/use-async-action.ts'
import { consequenceOf, kindOf, nameOf } from '#studio/validation/references.ts'

const UNPUBLISH = { header: 'Unpublish?', confirm: 'Unpublish anyway', failure: 'Nothing was unpublished' }
const TEXTS = {
  delete: {
    header: 'Delete?',
    confirm: 'Delete anyway',
    failure: 'Nothing was deleted',
    success: 'The document was deleted',
  },
  unpublish: {
    ...UNPUBLISH,
    success: 'The document was unpublished. Its content is still there as a draft.',
  },
  unpublishVersion: { ...UNPUBLISH, success: 'The release will unpublish the document.' },
}

/** Wraps Sanity's Delete or Unpublish: first lists the documents that refer to this one, and the consequences. */
export function confirmRemoval(action: DocumentActionComponent, kind: RemovalKind): DocumentActionComponent {
  const { header, confirm, failure, success } = TEXTS[kind]
  const ConfirmRemoval: DocumentActionComponent = (props) => {
    const original = action(props)
    const client = useClient({ apiVersion: API_VERSION })
    const toast = useToast()
    const [removal, setRemoval] = useState<Removal>()
    const { busy, run } = useAsyncAction(failure)
    const documentId = (kind === 'unpublishVersion' && props.version?._id) || props.id
    // A second click undoes the removal in the release.
    const isReverting = Boolean(props.version?._system?.delete)

    async function askOrRemove() {
      const found = isReverting ? undefined : await readRemoval(client, documentId)
      if (found?.refusal) throw new Error(found.refusal)
      if (found && (found.places.length > 0 || found.text)) setRemoval(found)
      else original?.onHandle?.()
    }
    async function removeConfirmed(confirmed: Removal) {
      await remove(client, documentId, kind, confirmed)
      setRemoval(undefined)
      toast.push({ status: 'success', title: success })
    }

    if (!original) return null
    return {
      ...original,
      onHandle: () => void run(askOrRemove),
      dialog: removal
        ? {
            type: 'dialog',
            header,
            onClose: () => setRemoval(undefined),
            content: (
              <Stack gap={4}>
                <RestoreFocus />
                <RemovalFacts removal={removal} />
                <Flex gap={2} justify="flex-end">
                  <Button mode="bleed" text="Cancel" onClick={() => setRemoval(undefined)} />
                  <Button
                    tone="critical"
                    text={confirm}
                    disabled={busy}
                    onClick={() => run(() => removeConfirmed(removal))}
                  />
                </Flex>
              </Stack>
            ),
          }
        : original.dialog,
    }
  }
  // With this name, the document list of a release would also offer "Unpublish", without a question.
  if (kind !== 'unpublishVersion') ConfirmRemoval.action = kind
  ConfirmRemoval.displayName = `Confirm${action.displayName ?? kind}`
  return ConfirmRemoval
}

/** Lists the documents that refer to the removed one, with the consequences, and the consequence for its text. */
function RemovalFacts({ removal: { places, text } }: { removal: Removal }) {
  const byDocument = Map.groupBy(places, ({ document }) => getPublishedId(document._id))
  return (
    <>
      {places.length > 0 && <Text size={1}>Other documents refer to this one. Without it:</Text>}
      <Stack as="ul" gap={2}>
        {[...byDocument].map(([id, [place]]) => (
          <Card as="li" key={id} padding={3} border radius={2}>
            <Stack gap={3}>
              <Text size={1}>
                <IntentLink
                  intent="edit"
                  params={{ id, type: place!.document._type }}
                  target="_blank"
                  style={{ textDecoration: 'underline' }}
                >
                  {nameOf(place!.document)}
                </IntentLink>{' '}
                · {kindOf(place!.document)}
              </Text>
              <Text size={1} muted>
                {consequenceOf(place!)}
              </Text>
            </Stack>
          </Card>
        ))}
      </Stack>
      {text && (
        <Text size={1}>Its text in force since {text.since} stays readable at its dated address.</Text>
      )}
    </>
  )
}
