import { CheckmarkCircleIcon } from '@sanity/icons/CheckmarkCircle'
import { Button, Card, Container, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Tool, useClient, useSchema, useWorkspace } from 'sanity'
import { IntentLink } from 'sanity/router'
import {
  applyAllFixes,
  applyFix,
  type Checked,
  type Checks,
  collectChecks,
  FIELDS,
  publishesAtOnce,
  withFieldErrors,
} from '#studio/checks/collect.ts'
import { fieldTitle } from '#studio/publish/field-title.ts'
import { reasonOf } from '#studio/publish/reason.ts'
import { useAttempt } from '#studio/publish/use-attempt.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { FixButtons } from '#studio/validation/fix-buttons.tsx'
import { kindOf, nameOf } from '#studio/validation/references.ts'
import type { Fix, RuleFinding } from '#studio/validation/rule.ts'
import { RULES } from '#studio/validation/rules.ts'
import { pathText } from '#studio/validation/walk.ts'

/** Edits of others come in bursts. */
const CHECK_AGAIN_MS = 700

/** Everything in the dataset that the rules and the fields of the schema find fault with. */
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
  const [problem, setProblem] = useState('')
  const { busy, attempt } = useAttempt('Not fixed')
  const status = useRef<HTMLDivElement>(null)

  // The answer of an earlier check may come after that of a later one.
  const latest = useRef(0)
  // The rules have their answer first. Once the errors of fields are listed too, a later check must not take them away meanwhile.
  const isComplete = useRef(false)
  const check = useCallback(async () => {
    const own = ++latest.current
    try {
      let found = await collectChecks(client)
      const show = () => own === latest.current && setChecks(found)
      if (!isComplete.current) show()
      found = await withFieldErrors(found, workspace)
      isComplete.current = true
      show()
      setProblem('')
    } catch (error) {
      if (own === latest.current) setProblem(reasonOf(error))
    }
  }, [client, workspace])
  useEffect(() => {
    check()
    let timer: ReturnType<typeof setTimeout> | undefined
    // “welcome” comes again after the network was away: the changes of that time are not listed.
    const events = ['welcome', 'mutation'] as const
    const subscription = client
      .listen(
        '*',
        {},
        { events: [...events], includeAllVersions: true, includeResult: false, visibility: 'query' },
      )
      .subscribe({
        next: () => {
          clearTimeout(timer)
          timer = setTimeout(check, CHECK_AGAIN_MS)
        },
        error: () => {}, // the list stays, and so does “Check again”
      })
    return () => {
      clearTimeout(timer)
      subscription.unsubscribe()
    }
  }, [client, check])

  async function fix(work: () => Promise<unknown>) {
    await attempt(work)
    await check()
    // The button that had the focus is gone.
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
          {problem && (
            <Card padding={3} tone="critical" radius={2} role="alert">
              <Text size={1}>Nothing was checked. {problem}</Text>
            </Card>
          )}
          {checks && (
            <Text size={1} role="status" ref={status} tabIndex={-1}>
              {rows.length === 0
                ? 'Nothing to correct.'
                : `${rows.length} ${rows.length === 1 ? 'place' : 'places'} to look at.`}
            </Text>
          )}
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
                            await applyAllFixes(client, checked, checks!.content)
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
                    onFix={(one) => fix(() => applyFix(client, checked, one))}
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
