import { Stack, Text } from '@sanity/ui'
import type { StringInputProps } from 'sanity'
import { formatDateTime } from '#studio/schema/dates.ts'

/** The input of a date and time, with the weekday and time zone below it. */
export const DateTimeInput = (props: StringInputProps) => (
  <Stack gap={3}>
    {props.renderDefault(props)}
    {!Number.isNaN(Date.parse(props.value ?? '')) && (
      <Text size={1} muted role="status">
        {formatDateTime(props.value!)}
      </Text>
    )}
  </Stack>
)
