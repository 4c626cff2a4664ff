import { Box, Button, Card, Checkbox, Dialog, Flex, Stack, Text, TextInput } from '@sanity/ui'
import { type FormEvent, useId, useState } from 'react'
import { useSchema } from 'sanity'
import type { Question } from '#studio/publish/publish-question.ts'
import { RestoreFocus } from '#studio/publish/restore-focus.tsx'
import { fieldTitle } from '#studio/ui/field-title.ts'
import { type EarlierText, proposedDate } from '#studio/validation/earlier-text.ts'
import { localDate } from '#studio/validation/local-date.ts'

/** `date`: first day of the new legal text. `redirect`: whether the old path of a moved page redirects. */
export type Answers = { date: string; redirect: boolean }

/** Lists the warnings, asks for a date and a redirect where they are needed, and confirms. */
export function PublishDialog({
  question,
  header,
  confirm,
  busy,
  onCancel,
  onConfirm,
}: {
  question: Question
  header: string
  confirm: string
  busy: boolean
  onCancel: () => void
  onConfirm: (answers: Answers) => void
}) {
  const { draft, warnings, text, moved } = question
  const [today] = useState(() => localDate(new Date()))
  const [date, setDate] = useState(() => (text ? proposedDate(draft, text, today) : today))
  const [redirect, setRedirect] = useState(true)
  const schema = useSchema()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!busy) onConfirm({ date, redirect })
  }
  return (
    <Dialog id={`confirm-${draft._id}`} header={header} width={1} onClose={() => !busy && onCancel()}>
      <RestoreFocus />
      <Box as="form" padding={4} onSubmit={submit as never}>
        <Stack gap={5}>
          {warnings.map(({ path, message }) => {
            const field = fieldTitle(schema, draft._type, path)
            return (
              <Card key={`${field} ${message}`} padding={3} radius={2} tone="caution">
                <Text size={1}>{field ? `${field}: ${message}` : message}</Text>
              </Card>
            )
          })}
          {text && <EffectiveDate text={text} date={date} onChange={setDate} />}
          {text && date > today && (
            <Card padding={3} radius={2} tone="caution">
              <Text size={1}>
                Visitors read the new text as soon as it is published, with a date in the future. To show it
                on that day, cancel and choose “Schedule publish”.
              </Text>
            </Card>
          )}
          {moved && (
            <Stack gap={3}>
              <Text size={1}>
                The address changes from {moved.from} to {moved.to}.
                {moved.inNavigation &&
                  ' The page is in the navigation, so other sites link to it: the redirect is needed.'}
              </Text>
              <Choice
                label={`Redirect visitors from ${moved.from} to the new address`}
                checked={redirect}
                disabled={moved.inNavigation}
                onChange={setRedirect}
              />
            </Stack>
          )}
          <Flex gap={2} justify="flex-end">
            <Button mode="bleed" text="Cancel" disabled={busy} onClick={onCancel} />
            <Button
              type="submit"
              tone={warnings.length > 0 ? 'caution' : 'primary'}
              text={confirm}
              loading={busy}
              disabled={busy}
            />
          </Flex>
        </Stack>
      </Box>
    </Dialog>
  )
}

/** Asks for the first day of a new legal text, on which the earlier one ends. */
export function EffectiveDate({
  text: { name, since },
  date,
  onChange,
}: {
  text: EarlierText
  date: string
  onChange: (date: string) => void
}) {
  const id = useId()
  return (
    <Stack gap={3}>
      <Text size={1} as="label" {...{ htmlFor: id }} weight="semibold">
        In force from
      </Text>
      <TextInput
        id={id}
        type="date"
        required
        min={since}
        max="9999-12-31"
        value={date}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <Text size={1} muted>
        {name} in force since {since} changes. It stays readable at its dated address.
      </Text>
    </Stack>
  )
}

export function Choice({
  label,
  checked,
  disabled,
  onChange,
}: {
  label: string
  checked: boolean
  disabled: boolean | undefined
  onChange: (checked: boolean) => void
}) {
  return (
    <Flex as="label" gap={3} align="flex-start">
      <Checkbox
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <Text size={1}>{label}</Text>
    </Flex>
  )
}
