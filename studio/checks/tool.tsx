import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { Button, Card, Container, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Tool, useClient, useSchema, useWorkspace } from 'sanity'
import { IntentLink } from 'sanity/router'
import {
  type Checked,
  type Checks,
  collectChecks,
  FIELDS,
  publishesAtOnce,
  saveFixed,
  withFieldErrors,
} from '#studio/checks/collect.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { fieldTitle } from '#studio/ui/field-title.ts'
import { FixButtons } from '#studio/ui/fix-buttons.tsx'
import { useAsyncAction } from '#studio/ui/use-async-action.ts'
import { kindOf, nameOf } from '#studio/validation/references.ts'
import type { Fix, RuleFinding } from '#studio/validation/rule.ts'
import { RULES } from '#studio/validation/rules.ts'
import { withAllFixes, withFix } from '#studio/validation/typed-amounts.ts'
import { pathText } from '#studio/validation/walk.ts'

export const checksTool: Tool = {
  name: 'checks',
  title: 'Checks',
  icon: CheckmarkCircleIcon,
  component: ChecksTool,
}

function ChecksTool() {
  const client = useClient({ apiVersion: API_VERSION })
  const workspace = useWorkspace()
  const [checks, setChecks] = useState<Checks>()
  const checking = useAsyncAction('Nothing was checked')
  const fields = useAsyncAction('The fields were not checked')
  const fixing = useAsyncAction('Not fixed')
  const busy = checking.busy || fixing.busy
  const status = useRef<HTMLDivElement>(null)

  const check = () =>
    checking.run(async () => {
      const found = await collectChecks(client)
      setChecks(found)
      fields.run(() => addFieldErrors(found))
    })
  async function addFieldErrors(found: Checks) {
    const all = await withFieldErrors(found, workspace)
    // A later check may already be shown.
    setChecks((shown) => (shown === found ? all : shown))
  }
  const checkOnMount = useEffectEvent(check)
  useEffect(() => {
    checkOnMount()
  }, [])

  async function fix(work: () => Promise<unknown>) {
    await fixing.run(work)
    await check()
    // The focused button has disappeared.
    status.current?.focus()
  }

  const rows =
    checks?.checked.flatMap((checked) =>
      // One paragraph may have two findings with the same message.
      checked.findings.map((finding, index) => ({ checked, finding, key: `${checked.id} ${index}` })),
    ) ?? []
  const byRule = Map.groupBy(rows, ({ finding }) => finding.rule)
  return (
    <Card height="fill" overflow="auto">
      <Container width={2} padding={4}>
        <Stack gap={5}>
          <Flex justify="space-between" align="center" gap={3}>
            <Heading as="h1" size={3}>
              Checks
            </Heading>
            <Button text="Check again" mode="ghost" disabled={busy} onClick={check} />
          </Flex>
          <Text size={1} role="status" ref={status} tabIndex={-1}>
            {statusOf(rows.length, checks, checking.busy || fields.busy)}
          </Text>
          {[FIELDS, ...RULES].map((rule) => {
            const found = byRule.get(rule) ?? []
            if (found.length === 0) return null
            const clear = found.filter(({ finding: { fixes } }) => fixes?.length === 1)
            return (
              <Stack key={rule.name} gap={3} as="section" aria-label={rule.title}>
                <Flex justify="space-between" align="center" gap={3}>
                  <Heading as="h2" size={1}>
                    {rule.title}: {found.length}
                  </Heading>
                  {clear.length > 0 && (
                    <Button
                      tone="primary"
                      text="Quote all that are clear"
                      disabled={busy}
                      onClick={() =>
                        fix(async () => {
                          for (const checked of new Set(clear.map((row) => row.checked)))
                            await saveFixed(client, checked, withAllFixes(checked.document, checks!.content))
                        })
                      }
                    />
                  )}
                </Flex>
                <Text size={1} muted>
                  {rule.help}
                </Text>
                {found.map(({ checked, finding, key }) => (
                  <Row
                    key={key}
                    checked={checked}
                    finding={finding}
                    busy={busy}
                    onFix={(one) => fix(() => saveFixed(client, checked, withFix(checked.document, one)))}
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

function statusOf(places: number, checks: Checks | undefined, isChecking: boolean): string {
  if (places > 0) return `${places} ${places === 1 ? 'place' : 'places'} to look at.`
  if (isChecking) return 'Checking…'
  return checks ? 'Nothing to correct.' : 'Nothing was checked. Press “Check again”.'
}

type RowProps = { checked: Checked; finding: RuleFinding; busy: boolean; onFix: (fix: Fix) => void }

function Row({ checked, finding: { message, path, fixes = [] }, busy, onFix }: RowProps) {
  const { document, id } = checked
  const field = fieldTitle(useSchema(), document._type, path)
  return (
    <Card padding={3} border radius={2} role="group" aria-label={nameOf(document)}>
      <Stack gap={3}>
        <Text size={1} weight="semibold">
          <IntentLink intent="edit" params={{ id, type: document._type, path: pathText(path) }}>
            {nameOf(document)}
          </IntentLink>{' '}
          · {kindOf(document)}
        </Text>
        <Text size={1}>{field ? `${field}: ${message}` : message}</Text>
        {fixes.length > 0 && (
          <Flex gap={2} wrap="wrap" align="center">
            <FixButtons fixes={fixes} disabled={busy} onFix={onFix} />
            <Text size={1} muted>
              {publishesAtOnce(checked)
                ? 'Published at once.'
                : 'Stays in the draft until you publish it there.'}
            </Text>
          </Flex>
        )}
      </Stack>
    </Card>
  )
}
