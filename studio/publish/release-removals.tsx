import { Button, Card, Container, Flex, Heading, Stack, Text } from '@sanity/ui'
import { useCallback, useEffect, useState } from 'react'
import { type ActiveToolLayoutProps, type SanityClient, useClient } from 'sanity'
import {
  acknowledgeRemoval,
  type Removal,
  readRemoval,
  removalAcknowledgement,
} from '#studio/publish/removal.ts'
import { RemovalFacts } from '#studio/publish/removal-action.tsx'
import { useAttempt } from '#studio/publish/use-attempt.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { dayOf } from '#studio/schema/day-of.ts'
import { raw } from '#studio/validation/published-content.ts'
import { kindOf, nameOf } from '#studio/validation/references.ts'

/** Versions that unpublish their documents, in releases that can still be changed. */
const UNPUBLISHING = '*[_id in path("versions.**") && _system.delete == true]{ _id, acknowledged }'
const RELEASES = `*[_type == "system.release" && state == "active"]{
  name, "title": metadata.title, "publishAt": metadata.intendedPublishAt
}`

type Release = { name: string; title: string | null; publishAt: string | null }
type Open = { versionId: string; release: Release; removal: Removal }

/**
 * Around the Releases tool: before a release can go out, an editor confirms what happens where its unpublished documents are
 * referred to. Sanity does not validate versions that unpublish (6.16), so the tool is not shown before.
 */
export function ReleaseRemovals(props: ActiveToolLayoutProps) {
  return props.activeTool.name === 'releases' ? <ConfirmRemovals {...props} /> : props.renderDefault(props)
}

function ConfirmRemovals(props: ActiveToolLayoutProps) {
  const client = useClient({ apiVersion: API_VERSION })
  const [open, setOpen] = useState<Open[]>()
  const { busy, attempt } = useAttempt('Nothing was changed')
  const look = useCallback(
    () =>
      // Without a connection no release goes out.
      readOpen(client).then(setOpen, () => setOpen((before) => before ?? [])),
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
              aria-label={nameOf(removal.published!)}
              padding={4}
              radius={2}
              border
            >
              <Stack gap={4}>
                <Text size={1}>
                  The release “{release.title || 'Untitled release'}” unpublishes “
                  {nameOf(removal.published!)}” ({kindOf(removal.published!)}). {removal.refusal}
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

/** The removals that nobody has confirmed as they are now. */
export async function readOpen(client: SanityClient): Promise<Open[]> {
  const [versions, releases] = await Promise.all([
    raw(client).fetch<{ _id: string; acknowledged?: string[] }[]>(UNPUBLISHING),
    raw(client).fetch<Release[]>(RELEASES),
  ])
  const found = versions.map(async ({ _id: versionId, acknowledged = [] }): Promise<Open[]> => {
    const release = releases.find(({ name }) => versionId.startsWith(`versions.${name}.`))
    if (!release) return []
    const removal = await readRemoval(client, versionId)
    const { published, places, text, refusal } = removal
    const isSettled = acknowledged.includes(removalAcknowledgement(removal))
    return published && (refusal || ((places.length > 0 || text) && !isSettled))
      ? [{ versionId, release, removal }]
      : []
  })
  return (await Promise.all(found)).flat()
}
