import { Button, Card, Checkbox, Flex, Heading, Stack, Text, TextInput } from '@sanity/ui'
import { type FormEvent, useId, useState } from 'react'
import type { DatedText } from '#studio/publish/dated-text.ts'
import type { PublishAnswers, PublishFacts } from '#studio/publish/facts.ts'
import { KeptNote, PlaceList, QuestionList } from '#studio/publish/place-list.tsx'
import { formatDateTime, localDate } from '#studio/schema/dates.ts'
import { titleOf } from '#studio/validation/published-content.ts'

/** Without one, browsers take a year of six digits. */
const LAST_DAY = '9999-12-31'

const proposedAnswers = ({ dated, moved }: PublishFacts, day: string): PublishAnswers => ({
  ...(dated && { date: proposedDate(dated, day) }),
  ...(moved?.redirect && { redirect: true }),
})

/** An earlier version that is brought back has its own date, which says nothing of when its words hold again. */
const proposedDate = ({ proposed = '', since }: DatedText, day: string): string =>
  proposed >= since ? proposed : [day, since].sort().at(-1)!

/** Names the facts of each document, asks for what is missing, and publishes only when the editor says so. */
export function PublishDialog({
  asked,
  publishAt,
  busy,
  onCancel,
  onPublish,
}: {
  /** One document needs no name: the editor has it open. */
  asked: { id: string; name?: string; facts: PublishFacts }[]
  /** When it is to be published (ISO date and time), unless at once. */
  publishAt?: string | undefined
  busy: boolean
  onCancel: () => void
  /** By the documents' ids. */
  onPublish: (answers: ReadonlyMap<string, PublishAnswers>) => void
}) {
  const day = localDate(publishAt ? new Date(publishAt) : new Date())
  const [answers, setAnswers] = useState(
    () => new Map(asked.map(({ id, facts }) => [id, proposedAnswers(facts, day)])),
  )
  const verb = publishAt ? 'Schedule' : 'Publish'
  const facts = asked.map((one) => one.facts)
  const refused = facts.some(({ refusal }) => refusal)
  const grave = facts.some(({ questions, removed, kept }) => questions.length > 0 || removed || kept)
  const answered = asked.every(({ id, facts: { dated } }) => {
    const date = answers.get(id)?.date
    return !dated || (date && date >= dated.since)
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    // Enter in a date sends the form where it has no button, too.
    if (!refused) onPublish(answers)
  }

  return (
    <form onSubmit={submit}>
      <Stack gap={5}>
        {publishAt && <Text size={1}>Goes out {formatDateTime(publishAt)}.</Text>}
        {asked.map(({ id, name, facts: one }) => (
          <DocumentQuestions
            key={id}
            name={name}
            facts={one}
            day={day}
            answers={answers.get(id) ?? {}}
            onAnswer={(answer) =>
              setAnswers((before) => new Map(before).set(id, { ...before.get(id), ...answer }))
            }
          />
        ))}
        <Flex gap={2} justify="flex-end">
          <Button mode="bleed" text="Cancel" disabled={busy} onClick={onCancel} />
          {!refused && (
            <Button
              type="submit"
              tone={grave ? 'caution' : 'primary'}
              text={grave ? `${verb} anyway` : `${verb} with this`}
              disabled={busy || !answered}
            />
          )}
        </Flex>
      </Stack>
    </form>
  )
}

function DocumentQuestions({
  name,
  facts: { questions, dated, moved, removed, kept, refusal },
  day,
  answers,
  onAnswer,
}: {
  name: string | undefined
  facts: PublishFacts
  /** On which it is published. */
  day: string
  answers: PublishAnswers
  onAnswer: (answer: PublishAnswers) => void
}) {
  const id = useId()
  return (
    <Stack as="section" gap={4} aria-label={name}>
      {name && (
        <Heading as="h3" size={0}>
          {name}
        </Heading>
      )}
      <QuestionList questions={questions} />
      {removed && (
        <Stack gap={4}>
          <Text size={1}>This is taken down, and is referred to:</Text>
          <PlaceList places={removed} consequences />
        </Stack>
      )}
      {kept && <KeptNote since={kept.since} />}
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
            max={LAST_DAY}
            value={answers.date ?? ''}
            onChange={({ currentTarget }) => onAnswer({ date: currentTarget.value })}
          />
          <Text size={1} muted>
            {dated.name} in force since {dated.since} changes. It stays readable at its dated address.
          </Text>
          {answers.date && answers.date < dated.since && (
            <Card padding={3} radius={2} tone="critical" role="alert">
              <Text size={1}>
                The new words can’t be in force before the old ones: {dated.since} or later.
              </Text>
            </Card>
          )}
          {(answers.date ?? '') > day && (
            <Card padding={3} radius={2} tone="caution">
              <Text size={1}>
                Visitors read the new words from {day} on, under a date that is yet to come. To show them on
                that date, cancel and choose “Schedule publish”.
              </Text>
            </Card>
          )}
        </Stack>
      )}
      {moved && !refusal && (
        <Stack gap={3}>
          <Text size={1}>
            The address changes from {moved.from} to {moved.to}.
            {moved.successor && ` Who comes to ${moved.from} finds “${titleOf(moved.successor)}” there.`}
          </Text>
          {moved.redirect && (
            <Flex gap={3} align="center">
              <Checkbox
                id={`${id}-redirect`}
                checked={answers.redirect ?? false}
                disabled={moved.inNavigation}
                onChange={({ currentTarget }) => onAnswer({ redirect: currentTarget.checked })}
              />
              <Text size={1} as="label" {...{ htmlFor: `${id}-redirect` }}>
                Lead visitors from {moved.from} to the new address
              </Text>
            </Flex>
          )}
          {moved.redirect && moved.inNavigation && (
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
    </Stack>
  )
}
