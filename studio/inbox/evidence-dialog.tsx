import { Button, Dialog, Flex, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { styled } from 'styled-components'
import { type Evidence, evidenceOf } from '#studio/inbox/staff-api.ts'

const Words = styled.pre`
  margin: 0;
  font-size: 12px;
  line-height: 1.5;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

/** What one person agreed to, word for word, as it can be shown to others; to be read, or printed. */
export function EvidenceDialog({ sequence, onClose }: { sequence: number; onClose: () => void }) {
  const [evidence, setEvidence] = useState<Evidence>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    evidenceOf(sequence).then(setEvidence, (error) => setProblem(error.message))
  }, [sequence])
  return (
    <Dialog id="consent-evidence" header={`Consent record ${sequence}`} width={2} onClose={onClose}>
      <Stack gap={4} padding={4}>
        {problem && (
          <Text size={1} role="alert">
            {problem}
          </Text>
        )}
        {evidence && (
          <>
            <Words>{evidence.text}</Words>
            <Text size={1} weight="semibold">
              {evidence.verdict}
            </Text>
            <Flex justify="flex-end">
              <Button
                text="Print"
                tone="primary"
                onClick={() => print(`${evidence.text}\n\n${evidence.verdict}`)}
              />
            </Flex>
          </>
        )}
      </Stack>
    </Dialog>
  )
}

/** Prints these words alone, without the Studio around them. */
function print(text: string) {
  const frame = document.createElement('iframe')
  frame.title = 'Consent evidence'
  frame.style.display = 'none'
  document.body.append(frame)
  const inside = frame.contentWindow!
  const words = inside.document.createElement('pre')
  words.style.whiteSpace = 'pre-wrap'
  words.textContent = text
  inside.document.body.append(words)
  inside.addEventListener('afterprint', () => frame.remove())
  inside.print()
}
