import { Button, Card, Stack, Text } from '@sanity/ui'
import { type InputProps, unset } from 'sanity'

/** Shows an imported value that is not a string, on which Sanity's inputs fail, with a button that empties the field. */
export function InvalidValueInput(props: InputProps) {
  const { schemaType, value, readOnly, onChange, renderDefault } = props
  if (schemaType.jsonType !== 'string' || value === undefined || value === null || typeof value === 'string')
    return renderDefault(props)
  return (
    <Card padding={3} radius={2} tone="critical" border>
      <Stack gap={4}>
        <Text size={1}>
          This field holds a value that is not text, usually after an import: {JSON.stringify(value)}.
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
