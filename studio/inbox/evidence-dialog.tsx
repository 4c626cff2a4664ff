import { Button, Dialog, Flex, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { styled } from 'styled-components'
import { saveFile } from '#studio/inbox/save-file.ts'
import type { Evidence, StaffApi } from '#studio/inbox/staff-api.ts'

const Record = styled.pre`
  margin: 0;
  font-size: 12px;
  line-height: 1.5;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

/** What one person agreed to, word for word, to read or to save. */
export function EvidenceDialog({
  api,
  sequence,
  onClose,
}: {
  api: StaffApi
  sequence: number
  onClose: () => void
}) {
  const [evidence, setEvidence] = useState<Evidence>()
  const [problem, setProblem] = useState('')
  const [opener] = useState(() => document.activeElement as HTMLElement | null)
  useEffect(() => {
    api.evidence(sequence).then(setEvidence, (error) => setProblem(error.message))
    return () => opener?.focus()
  }, [api, sequence, opener])
  const name = `Consent record ${sequence}`
  return (
    <Dialog id="consent-evidence" header={name} width={2} onClose={onClose}>
      <Stack gap={4} padding={4}>
        {problem && (
          <Text size={1} role="alert">
            {problem}
          </Text>
        )}
        {evidence && (
          <>
            <Record>{evidence.text}</Record>
            <Text size={1} weight="semibold">
              {evidence.verdict}
            </Text>
            <Flex justify="flex-end">
              <Button
                text="Save as text"
                tone="primary"
                onClick={() =>
                  saveFile(`${name}.txt`, 'text/plain', `${evidence.text}\n\n${evidence.verdict}\n`)
                }
              />
            </Flex>
          </>
        )}
      </Stack>
    </Dialog>
  )
}
