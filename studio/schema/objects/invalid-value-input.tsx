import { Button, Card, Stack, Text } from '@sanity/ui'
import { type InputProps, unset } from 'sanity'

/** The input of an imported value that is no string. Sanity's own text inputs show "[object Object]", its date inputs throw. */
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
