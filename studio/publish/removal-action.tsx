import { getPublishedId } from '@sanity/client/csm'
import { Button, Card, Flex, Stack, Text } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useState } from 'react'
import { type DocumentActionComponent, useClient } from 'sanity'
import { IntentLink } from 'sanity/router'
import { styled } from 'styled-components'
import { type Removal, readRemoval, removeWith } from '#studio/publish/removal.ts'
import { RestoreFocus } from '#studio/publish/restore-focus.tsx'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { useAttempt } from '#studio/ui/use-async-action.ts'
import { raw } from '#studio/validation/published-content.ts'
import { consequenceOf, kindOf, nameOf } from '#studio/validation/references.ts'

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

/** The Studio shows a link in a text by its color alone. */
const Underlined = styled(IntentLink)`
  && {
    text-decoration: underline;
  }
`

/** The documents that refer to one which is removed, each once, with what happens there; and what happens to its text. */
export function RemovalFacts({ removal: { places, text } }: { removal: Removal }) {
  const byDocument = Map.groupBy(places, ({ document }) => getPublishedId(document._id))
  return (
    <>
      {places.length > 0 && <Text size={1}>Other documents refer to this one. Without it:</Text>}
      <Stack as="ul" gap={2}>
        {[...byDocument].map(([id, [place]]) => (
          <Card as="li" key={id} padding={3} border radius={2}>
            <Stack gap={3}>
              <Text size={1}>
                <Underlined intent="edit" params={{ id, type: place!.document._type }} target="_blank">
                  {nameOf(place!.document)}
                </Underlined>{' '}
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
