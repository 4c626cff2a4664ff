import { Button, Card, Checkbox, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { type FormEvent, useId, useState } from 'react'
import type { PublishAnswers, PublishFacts } from '#studio/guards/actions/facts.ts'
import { PlaceList } from '#studio/guards/actions/place-list.tsx'

const today = () => {
  const now = new Date()
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** Names the facts, asks for what is missing, and publishes only when the editor says so. */
export function PublishDialog({
  facts: { questions, dated, moved, refusal },
  busy,
  onCancel,
  onPublish,
}: {
  facts: PublishFacts
  busy: boolean
  onCancel: () => void
  onPublish: (answers: PublishAnswers) => void
}) {
  const [date, setDate] = useState(() => dated?.proposed ?? [today(), dated?.since ?? ''].sort().at(-1)!)
  const [redirect, setRedirect] = useState(true)
  const id = useId()
  const tooEarly = dated !== undefined && date < dated.since

  function submit(event: FormEvent) {
    event.preventDefault()
    onPublish({ ...(dated && { date }), redirect: moved && redirect })
  }

  return (
    <form onSubmit={submit}>
      <Stack gap={5} padding={4}>
        {questions.map(({ text, places = [] }) => (
          <Stack key={text} gap={4}>
            <Card padding={3} radius={2} tone="caution">
              <Text size={1}>{text}</Text>
            </Card>
            {places.length > 0 && <PlaceList places={places} />}
          </Stack>
        ))}
        {dated && (
          <Stack gap={3}>
            <Text size={1} as="label" {...{ htmlFor: `${id}-date` }} weight="semibold">
              In force from
            </Text>
            <TextInput
              id={`${id}-date`}
              type="date"
              required
              min={dated.since}
              value={date}
              onChange={({ currentTarget }) => setDate(currentTarget.value)}
            />
            <Text size={1} muted>
              The text in force since {dated.since} changes. It stays readable at its dated address.
            </Text>
          </Stack>
        )}
        {moved && !refusal && (
          <Stack gap={3}>
            <Text size={1}>
              The address changes from {moved.from} to {moved.to}.
            </Text>
            <Flex gap={3} align="center">
              <Checkbox
                id={`${id}-redirect`}
                checked={redirect}
                disabled={moved.inNavigation}
                onChange={({ currentTarget }) => setRedirect(currentTarget.checked)}
              />
              <Text size={1} as="label" {...{ htmlFor: `${id}-redirect` }}>
                Lead visitors from {moved.from} to the new address
              </Text>
            </Flex>
            {moved.inNavigation && (
              <Text size={1} muted>
                This page is in the navigation, so others link to it: the redirect is needed.
              </Text>
            )}
          </Stack>
        )}
        {refusal && (
          <Card padding={3} radius={2} tone="critical" role="alert">
            <Text size={1}>{refusal}</Text>
          </Card>
        )}
        <Flex gap={2} justify="flex-end">
          <Button mode="bleed" text="Cancel" onClick={onCancel} />
          {!refusal && (
            <Button
              type="submit"
              tone={questions.length > 0 ? 'caution' : 'primary'}
              text={questions.length > 0 ? 'Publish anyway' : 'Publish with this'}
              disabled={busy || !date || tooEarly}
            />
          )}
        </Flex>
      </Stack>
    </form>
  )
}
