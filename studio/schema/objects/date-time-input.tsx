import { Stack, Text } from '@sanity/ui'
import type { StringInputProps } from 'sanity'
import { formatDateTime } from '#studio/schema/dates.ts'

/** A field for a date and time, which says back what it has read: the weekday, and by whose clock. */
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
