import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { Button, Card, Container, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useToast } from '@sanity/ui/toast'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Tool, useClient, useSchema } from 'sanity'
import { IntentLink } from 'sanity/router'
import {
  type Checked,
  type Checks,
  collectChecks,
  mendAll,
  mendOne,
  publishesAtOnce,
} from '#studio/checks/collect.ts'
import { TITLES } from '#studio/checks/titles.ts'
import { FixButtons } from '#studio/guards/fix-buttons.tsx'
import type { Finding } from '#studio/guards/rule.ts'
import { TYPED_AMOUNT } from '#studio/guards/typed-amounts.ts'
import { reasonOf } from '#studio/publish/reason.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { kindOf, nameOf } from '#studio/validation/references.ts'
import { pathText } from '#studio/validation/walk.ts'

/** Edits of others come in bursts. */
const LOOK_AGAIN_MS = 700

/** A list of everything in the dataset that the guards have something to say of. */
export const checksTool: Tool = {
  name: 'checks',
  title: 'Checks',
  icon: CheckmarkCircleIcon,
  component: ChecksTool,
}

function ChecksTool() {
  const client = useClient({ apiVersion: API_VERSION })
  const schema = useSchema()
  const toast = useToast()
  const [checks, setChecks] = useState<Checks>()
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const status = useRef<HTMLDivElement>(null)

  // What an earlier look found, and comes later, is no longer so.
  const asked = useRef(0)
  const look = useCallback(async () => {
    const own = ++asked.current
    try {
      const found = await collectChecks(client, schema)
      if (own !== asked.current) return
      setChecks(found)
      setProblem('')
    } catch (error) {
      if (own === asked.current) setProblem(reasonOf(error))
    }
  }, [client, schema])
  useEffect(() => {
    look()
    let timer: ReturnType<typeof setTimeout> | undefined
    // After the network was away (a laptop was shut) it is welcome anew: what changed meanwhile is told by nobody.
    const events = ['welcome', 'mutation'] as const
    const subscription = client
      .listen('*', {}, { events: [...events], includeResult: false, visibility: 'query' })
      .subscribe({
        next: () => {
          clearTimeout(timer)
          timer = setTimeout(look, LOOK_AGAIN_MS)
        },
        error: () => {}, // the list is still there, and “Look again” too
      })
    return () => {
      clearTimeout(timer)
      subscription.unsubscribe()
    }
  }, [client, look])

  async function mend(work: () => Promise<unknown>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.push({ status: 'error', title: 'Not mended', description: reasonOf(error) })
    } finally {
      await look()
      setBusy(false)
      // The button that was pressed is gone. What is left is said, and the next thing to press comes behind it.
      status.current?.focus()
    }
  }

  const rows =
    checks?.checked.flatMap((checked) =>
      // The same may be said of a place twice: of two amounts in a paragraph.
      checked.findings.map((finding, nth) => ({ checked, finding, key: `${checked.id} ${nth}` })),
    ) ?? []
  const clear = new Set(
    rows
      .filter(({ finding }) => finding.rule === TYPED_AMOUNT && finding.fixes?.length === 1)
      .map(({ checked }) => checked),
  )
  return (
    <Card height="fill" overflow="auto">
      <Container width={2} padding={4}>
        <Stack gap={5}>
          <Flex justify="space-between" align="center" gap={3}>
            <Heading as="h1" size={3}>
              Checks
            </Heading>
            <Button text="Look again" mode="ghost" disabled={busy} onClick={look} />
          </Flex>
          {problem && (
            <Card padding={3} tone="critical" radius={2} role="alert">
              <Text size={1}>Nothing was looked at. {problem}</Text>
            </Card>
          )}
          {checks && (
            <Text size={1} role="status" ref={status} tabIndex={-1}>
              {rows.length === 0
                ? 'All is well: the guards have nothing to say.'
                : `${rows.length} ${rows.length === 1 ? 'place' : 'places'} to look at.`}
            </Text>
          )}
          {Object.entries(TITLES).map(([rule, title]) => {
            const found = rows.filter(({ finding }) => finding.rule === rule)
            if (found.length === 0) return null
            return (
              <Stack key={rule} gap={3} as="section" aria-label={title}>
                <Flex justify="space-between" align="center" gap={3}>
                  <Heading as="h2" size={1}>
                    {title}: {found.length}
                  </Heading>
                  {rule === TYPED_AMOUNT && clear.size > 0 && (
                    <Button
                      tone="primary"
                      text="Quote all that are clear"
                      disabled={busy}
                      onClick={() =>
                        mend(async () => {
                          for (const checked of clear) await mendAll(client, checked, checks!.dataset)
                        })
                      }
                    />
                  )}
                </Flex>
                {found.map(({ checked, finding, key }) => (
                  <Row
                    key={key}
                    checked={checked}
                    finding={finding}
                    busy={busy}
                    onMend={(fix) => mend(() => mendOne(client, checked, fix))}
                  />
                ))}
              </Stack>
            )
          })}
        </Stack>
      </Container>
    </Card>
  )
}

function Row({
  checked,
  finding: { message, path, fixes = [] },
  busy,
  onMend,
}: {
  checked: Checked
  finding: Finding
  busy: boolean
  onMend: (fix: NonNullable<Finding['fixes']>[number]) => void
}) {
  const { document, id } = checked
  return (
    <Card padding={3} border radius={2} role="group" aria-label={nameOf(document)}>
      <Stack gap={3}>
        <Text size={1} weight="semibold">
          <IntentLink intent="edit" params={{ id, type: document._type, path: pathText(path) }}>
            {nameOf(document)}
          </IntentLink>{' '}
          · {kindOf(document)}
        </Text>
        <Text size={1}>{message}</Text>
        {fixes.length > 0 && (
          <Flex gap={2} wrap="wrap" align="center">
            <FixButtons fixes={fixes} disabled={busy} onMend={onMend} />
            <Text size={1} muted>
              {publishesAtOnce(checked)
                ? 'Published at once.'
                : 'Stays in the draft until it is published there.'}
            </Text>
          </Flex>
        )}
      </Stack>
    </Card>
  )
}
