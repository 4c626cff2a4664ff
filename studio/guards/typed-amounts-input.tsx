import type { Editor } from '@portabletext/editor'
import { Card, Flex, Stack, Text } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type InputProps, type Path, set, useClient } from 'sanity'
import { FixButtons } from '#studio/guards/fix-buttons.tsx'
import { EditorInside, quoteInEditor } from '#studio/guards/quote-in-editor.tsx'
import { typedAmounts } from '#studio/guards/typed-amounts.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { pasteText } from '#studio/schema/objects/paste.ts'
import { type Dataset, readDataset } from '#studio/validation/published-content.ts'

/** The editor of a text, with a button below it for each amount that should be a quote. */
export function TypedAmountsInput(props: InputProps) {
  const client = useClient({ apiVersion: API_VERSION })
  const [dataset, setDataset] = useState<Dataset>()
  const { value } = props
  // biome-ignore lint/correctness/useExhaustiveDependencies: while somebody writes, a plan gets a price, or the network comes back
  useEffect(() => {
    readDataset(client).then(
      (read) => setDataset((before) => (hasSamePlans(before, read) ? before : read)),
      () => {}, // the form says what it can without
    )
  }, [client, value])
  const findings = useMemo(
    // The same may be said of a paragraph twice: of two amounts in it.
    () =>
      (dataset && value ? typedAmounts({ _id: '', _type: '', value }, dataset) : []).map((finding, nth) => ({
        ...finding,
        key: `finding ${nth}`,
      })),
    [dataset, value],
  )
  const editor = useRef<Editor | null>(null)
  const { push } = useToast()
  const onPaste = useMemo(() => pasteText((title) => push({ status: 'warning', title })), [push])
  const onChange = props.onChange as (patch: ReturnType<typeof set>) => void

  return (
    <Stack gap={3}>
      <EditorInside value={editor}>{props.renderDefault({ ...props, onPaste } as InputProps)}</EditorInside>
      {findings.map(({ message, fixes = [], key }) => (
        <Card key={key} padding={3} radius={2} tone="caution" border>
          <Stack gap={3}>
            <Text size={1} role="status">
              {message}
            </Text>
            {!props.readOnly && (
              <Flex gap={2} wrap="wrap">
                <FixButtons
                  fixes={fixes}
                  onMend={(fix) => {
                    if (!quoteInEditor(editor.current, fix, dataset!))
                      onChange(set(fix.value, fix.path.slice(1) as Path))
                  }}
                />
              </Flex>
            )}
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}

const hasSamePlans = (before: Dataset | undefined, { plans }: Dataset) =>
  JSON.stringify(before?.plans) === JSON.stringify(plans)
