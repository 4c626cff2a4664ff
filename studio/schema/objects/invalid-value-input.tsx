import { Button, Card, Stack, Text } from '@sanity/ui'
import { type InputProps, unset } from 'sanity'

/**
 * The input of a field whose value is no text, as imports leave it. Sanity shows such a value as "[object Object]" in text fields, and
 * its inputs for dates fail.
 */
export function InvalidValueInput(props: InputProps) {
  const { schemaType, value, readOnly, onChange, renderDefault } = props
  if (schemaType.jsonType !== 'string' || value === undefined || value === null || typeof value === 'string')
    return renderDefault(props)
  return (
    <Card padding={3} radius={2} tone="critical" border>
      <Stack gap={4}>
        <Text size={1}>
          This field holds something that is no text, usually after an import: {JSON.stringify(value)}.
          Visitors don’t see it. Empty the field and fill it in again.
        </Text>
        {!readOnly && (
          <Button
            text="Empty this field"
            tone="critical"
            onClick={() => (onChange as (patch: unknown) => void)(unset())}
          />
        )}
      </Stack>
    </Card>
  )
}
