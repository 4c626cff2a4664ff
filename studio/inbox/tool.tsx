import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { Card, Container, Flex, Heading, Stack, Tab, TabList, TabPanel, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import { type Tool, useProjectId } from 'sanity'
import { InboxTable } from '#studio/inbox/inbox-table.tsx'
import { LISTS } from '#studio/inbox/lists.ts'
import { inboxStatus, type Status } from '#studio/inbox/staff-api.ts'

/** What visitors sent: enquiries, reviews, purchases, consents. */
export const inboxTool: Tool = { name: 'inbox', title: 'Inbox', icon: EnvelopeIcon, component: Inbox }

const HOSTED: Status = {
  available: false,
  reason:
    'This Studio reads Sanity’s hosted Content Lake. Visitors’ messages are on the machine of the site’s host: use its own Studio, or the commands of its README.',
}

/** The host, or the Studio’s own server, may have been away just then. */
const ASK_AGAIN_MS = 5_000

function Inbox() {
  const hosted = useProjectId() !== 'local'
  const [status, setStatus] = useState<Status | undefined>(hosted ? HOSTED : undefined)
  const [open, setOpen] = useState(LISTS[0]!)
  const isThere = status?.available === true
  useEffect(() => {
    if (hosted || isThere) return
    const ask = () =>
      inboxStatus().then(setStatus, (error) => setStatus({ available: false, reason: error.message }))
    ask()
    const timer = setInterval(ask, ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [hosted, isThere])

  return (
    <Card height="fill" overflow="auto">
      <Container width={5} padding={4}>
        <Stack gap={4}>
          <Heading as="h1" size={3}>
            Inbox
          </Heading>
          {status && !status.available && (
            <Card padding={4} tone="caution" radius={2} role="status">
              <Stack gap={3}>
                <Text weight="semibold">The inbox isn’t available here.</Text>
                <Text size={1}>{status.reason}</Text>
              </Stack>
            </Card>
          )}
          {status?.available && (
            <>
              <Flex>
                <TabList gap={1}>
                  {LISTS.map((list) => (
                    <Tab
                      key={list.name}
                      id={`inbox-${list.name}`}
                      aria-controls="inbox-list"
                      label={list.title}
                      selected={list === open}
                      onClick={() => setOpen(list)}
                    />
                  ))}
                </TabList>
              </Flex>
              <TabPanel id="inbox-list" aria-labelledby={`inbox-${open.name}`}>
                <InboxTable key={open.name} list={open} />
              </TabPanel>
            </>
          )}
        </Stack>
      </Container>
    </Card>
  )
}
