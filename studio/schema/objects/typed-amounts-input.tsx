import type { Editor } from '@portabletext/editor'
import { Card, Flex, Stack, Text } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type FormPatch, type InputProps, type Path, set, useClient } from 'sanity'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { pasteText } from '#studio/schema/objects/paste.ts'
import { EditorRef, quoteInEditor } from '#studio/schema/objects/quote-plugin.tsx'
import { FixButtons } from '#studio/ui/fix-buttons.tsx'
import { type PublishedContent, readContent } from '#studio/validation/published-content.ts'
import type { Fix } from '#studio/validation/rule.ts'
import { typedAmounts } from '#studio/validation/typed-amounts.ts'

/** A text editor with buttons that replace typed amounts by quotes. */
export function TypedAmountsInput(props: InputProps) {
  const { value, readOnly } = props
  const client = useClient({ apiVersion: API_VERSION })
  const [content, setContent] = useState<PublishedContent>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with each change, because a price may have changed
  useEffect(() => {
    readContent(client).then(setContent, () => {}) // without a connection the form says so
  }, [client, value])
  const findings = useMemo(
    () => (content && value ? typedAmounts({ _id: '', _type: '', value }, content) : []),
    [content, value],
  )
  const editor = useRef<Editor | null>(null)
  const { push } = useToast()
  const onPaste = useMemo(() => pasteText((title) => push({ status: 'warning', title })), [push])
  const onChange = props.onChange as (patch: FormPatch) => void
  const quote = (fix: Fix) => {
    if (content && !quoteInEditor(editor.current, fix, content))
      onChange(set(fix.value, fix.path.slice(1) as Path))
  }
  return (
    <Stack gap={3}>
      <EditorRef value={editor}>{props.renderDefault({ ...props, onPaste } as InputProps)}</EditorRef>
      {findings.map(({ message, fixes = [] }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a paragraph may have the same finding twice
        <Card key={nth} padding={3} radius={2} tone="caution" border>
          <Stack gap={3}>
            <Text size={1} role="status">
              {message}
            </Text>
            {!readOnly && (
              <Flex gap={2} wrap="wrap">
                <FixButtons fixes={fixes} onFix={quote} />
              </Flex>
            )}
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}
