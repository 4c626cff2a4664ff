import { Button, Card, Container, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { type ActiveToolLayoutProps, useClient } from 'sanity'
import { IntentLink, useRouter } from 'sanity/router'
import { acknowledgeRemoval, type OpenRemoval, readOpenRemovals } from '#studio/publish/removal.ts'
import { RemovalFacts } from '#studio/publish/removal-action.tsx'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { useAttempt } from '#studio/ui/use-async-action.ts'
import { localDate } from '#studio/validation/local-date.ts'
import { kindOf, nameOf } from '#studio/validation/references.ts'

const nameOfRelease = ({ title }: { title: string | null }) => title || 'Untitled release'

/**
 * In front of the Releases tool: before a release can go out, an editor confirms what happens where the documents that it
 * unpublishes are referred to. Sanity does not validate versions that unpublish (6.16), so their release is not shown before.
 */
export function ReleaseRemovals(props: ActiveToolLayoutProps) {
  return props.activeTool.name === 'releases' ? <ConfirmRemovals {...props} /> : props.renderDefault(props)
}

function ConfirmRemovals(props: ActiveToolLayoutProps) {
  const client = useClient({ apiVersion: API_VERSION })
  const { releaseId } = useRouter().state
  const [removals, setRemovals] = useState<Awaited<ReturnType<typeof readOpenRemovals>>>()

  useEffect(() => {
    const read = () =>
      // Without a connection no release can go out.
      readOpenRemovals(client).then(setRemovals, () =>
        setRemovals((before) => before ?? { open: [], ready: [] }),
      )
    read()
    const subscription = client
      .listen('*', {}, { includeAllVersions: true, includeResult: false, visibility: 'query' })
      .subscribe({ next: read, error: () => {} })
    return () => subscription.unsubscribe()
  }, [client])

  if (!removals) return null
  // The list of all releases can run each of them.
  const open = removals.open.filter(({ release }) => !releaseId || release.name === releaseId)
  if (open.length === 0) return props.renderDefault(props)
  return (
    <Card height="fill" overflow="auto">
      <Container width={1} padding={4}>
        <Stack gap={5}>
          <Heading as="h1" size={2}>
            Before these releases can go out
          </Heading>
          {open.map((removal) => (
            <ConfirmRemoval key={removal.versionId} {...removal} />
          ))}
          {removals.ready.map((release) => (
            <Text key={release.name} size={1}>
              <IntentLink intent="release" params={{ id: release.name }}>
                Open the release “{nameOfRelease(release)}”
              </IntentLink>
            </Text>
          ))}
        </Stack>
      </Container>
    </Card>
  )
}

function ConfirmRemoval({ versionId, release, removal }: OpenRemoval) {
  const client = useClient({ apiVersion: API_VERSION })
  const { busy, attempt } = useAttempt('Nothing was changed')
  const name = nameOf(removal.published)
  const day = localDate(new Date(release.publishAt ?? Date.now()))
  const discard = { actionType: 'sanity.action.document.version.discard', versionId } as const
  return (
    <Card as="section" aria-label={name} padding={4} radius={2} border>
      <Stack gap={4}>
        <Text size={1}>
          The release “{nameOfRelease(release)}” unpublishes “{name}” ({kindOf(removal.published)}).{' '}
          {removal.refusal}
        </Text>
        <RemovalFacts removal={removal} />
        <Flex gap={2} justify="flex-end">
          <Button
            mode="bleed"
            text="Take it out of the release"
            disabled={busy}
            onClick={() => attempt(() => client.action(discard))}
          />
          {!removal.refusal && (
            <Button
              tone="critical"
              text="Unpublish anyway"
              disabled={busy}
              onClick={() => attempt(() => acknowledgeRemoval(client, versionId, removal, day))}
            />
          )}
        </Flex>
      </Stack>
    </Card>
  )
}
