import { getPublishedId, getVersionFromId } from '@sanity/client/csm'
import { Box, Button, Dialog, Flex, Stack, Text, TextArea } from '@sanity/ui'
import { useMemo, useRef, useSyncExternalStore } from 'react'
import { definePlugin, type LayoutProps, useConditionalToast } from 'sanity'
import { FocusBack } from '#studio/features/focus-back.tsx'
import { forget, onRefused, type Refusal, refusedWords } from '#studio/features/refused-words.ts'
import { onTrouble, troubleOfSaving } from '#studio/features/unstored.ts'
import { useCopy } from '#studio/features/use-copy.ts'
import { reasonOf } from '#studio/publish/reason.ts'
import { schemaTypes } from '#studio/schema/types.ts'
import { nameOf } from '#studio/validation/references.ts'

/** Above the Studio's own dialogs, in which a page’s blocks are edited. */
const Z_OFFSET = 5_000
const MOST_ROWS = 12

/** Says what of what was typed is not saved yet, and gives back what never will be; what can’t be copied it names. */
export const notSaved = definePlugin({
  name: 'not-saved',
  studio: { components: { layout: NotSaved } },
})

function NotSaved(props: LayoutProps) {
  const [refusal] = useSyncExternalStore(onRefused, refusedWords)
  const trouble = useSyncExternalStore(onTrouble, troubleOfSaving)
  // Each new one is shown anew.
  const toast = useMemo(
    () => ({
      id: 'not-saved-yet',
      enabled: trouble !== undefined,
      status: 'error' as const,
      title: 'What you typed is not saved yet',
      description: `${trouble}. It is sent again until it is: keep this window open.`,
    }),
    [trouble],
  )
  useConditionalToast(toast)
  return (
    <>
      {props.renderDefault(props)}
      {refusal && (
        // There is no other copy of it: only its button closes it.
        <Dialog
          id="not-saved"
          header={`What you ${refusal.words.length > 0 ? 'typed' : 'changed'} could not be saved`}
          width={1}
          zOffset={Z_OFFSET}
        >
          <FocusBack />
          <RefusedWords refusal={refusal} key={refusal.transactionId} />
        </Dialog>
      )}
    </>
  )
}

function RefusedWords({ refusal }: { refusal: Refusal }) {
  const { document, words, setBack } = refusal
  const area = useRef<HTMLTextAreaElement>(null)
  const { said, copy } = useCopy(area, 'It')
  const text = words.map(({ field, text }) => `${titleOf(document._type, field)}\n${text}`).join('\n\n')

  return (
    <Box padding={4}>
      <Stack gap={4}>
        <Text size={1}>
          “{nameOf(document)}”: {why(refusal)}
          {text && ' What you typed last is only here: copy what you need of it.'}
        </Text>
        {text && (
          <TextArea
            ref={area}
            readOnly
            autoFocus
            value={text}
            rows={Math.min(text.split('\n').length + 1, MOST_ROWS)}
            aria-label="What you typed"
          />
        )}
        {setBack.length > 0 && (
          <Text size={1}>
            {text ? 'What else you changed is not saved either' : 'What you changed is not saved'}:{' '}
            {setBack.map((field) => titleOf(document._type, field)).join(', ')}.
          </Text>
        )}
        <Flex align="center" gap={3}>
          {text && <Button text="Copy" tone="primary" onClick={() => copy(text)} />}
          <Button text="Close" mode="ghost" autoFocus={!text} onClick={() => forget(refusal)} />
          <Text size={1} muted role="status">
            {said}
          </Text>
        </Flex>
      </Stack>
    </Box>
  )
}

function why({ document, isGone, error }: Refusal): string {
  // The client's message goes on with a list of the same.
  if (!isGone) return `${reasonOf(error).split(':\n')[0]}.`
  return document._id !== getPublishedId(document._id) && getVersionFromId(document._id)
    ? 'its release was published or archived meanwhile.'
    : 'somebody deleted it meanwhile.'
}

const titleOf = (type: string, field: string): string => {
  const { fields = [] } = (schemaTypes.find(({ name }) => name === type) ?? {}) as {
    fields?: { name: string; title?: string }[]
  }
  return `“${fields.find(({ name }) => name === field)?.title ?? field}”`
}
