import { Button, Card, Container, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useCallback, useEffect, useState } from 'react'
import { type ActiveToolLayoutProps, useClient } from 'sanity'
import { acknowledgeRemoval, type OpenRemoval, readOpenRemovals } from '#studio/publish/removal.ts'
import { RemovalFacts } from '#studio/publish/removal-action.tsx'
import { useAttempt } from '#studio/publish/use-attempt.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { dayOf } from '#studio/schema/day-of.ts'
import { kindOf, nameOf } from '#studio/validation/references.ts'

/**
 * Around the Releases tool: before a release can go out, an editor confirms what happens where its unpublished documents are
 * referred to. Sanity does not validate versions that unpublish (6.16), so the tool is not shown before.
 */
export function ReleaseRemovals(props: ActiveToolLayoutProps) {
  return props.activeTool.name === 'releases' ? <ConfirmRemovals {...props} /> : props.renderDefault(props)
}

function ConfirmRemovals(props: ActiveToolLayoutProps) {
  const client = useClient({ apiVersion: API_VERSION })
  const [open, setOpen] = useState<OpenRemoval[]>()
  const { busy, attempt } = useAttempt('Nothing was changed')
  const look = useCallback(
    () =>
      // Without a connection no release goes out.
      readOpenRemovals(client).then(setOpen, () => setOpen((before) => before ?? [])),
    [client],
  )
  useEffect(() => {
    const subscription = client
      .listen(
        '*',
        {},
        {
          events: ['welcome', 'mutation'],
          includeResult: false,
          visibility: 'query',
        },
      )
      .subscribe({ next: look, error: () => {} })
    return () => subscription.unsubscribe()
  }, [client, look])

  if (!open) return null
  if (open.length === 0) return props.renderDefault(props)
  return (
    <Card height="fill" overflow="auto">
      <Container width={1} padding={4}>
        <Stack gap={5}>
          <Heading as="h1" size={2}>
            Before these releases can go out
          </Heading>
          {open.map(({ versionId, release, removal }) => (
            <Card
              key={versionId}
              as="section"
              aria-label={nameOf(removal.published)}
              padding={4}
              radius={2}
              border
            >
              <Stack gap={4}>
                <Text size={1}>
                  The release “{release.title || 'Untitled release'}” unpublishes “{nameOf(removal.published)}
                  ” ({kindOf(removal.published)}). {removal.refusal}
                </Text>
                <RemovalFacts removal={removal} />
                <Flex gap={2} justify="flex-end">
                  <Button
                    mode="bleed"
                    text="Take it out of the release"
                    disabled={busy}
                    onClick={() =>
                      attempt(() =>
                        client.action({ actionType: 'sanity.action.document.version.discard', versionId }),
                      )
                    }
                  />
                  {!removal.refusal && (
                    <Button
                      tone="critical"
                      text="Unpublish anyway"
                      disabled={busy}
                      onClick={() =>
                        attempt(() =>
                          acknowledgeRemoval(
                            client,
                            versionId,
                            removal,
                            dayOf(new Date(release.publishAt ?? Date.now())),
                          ),
                        )
                      }
                    />
                  )}
                </Flex>
              </Stack>
            </Card>
          ))}
        </Stack>
      </Container>
    </Card>
  )
}
