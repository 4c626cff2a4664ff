import { EnvelopeIcon } from '@sanity/icons/Envelope'
import { Card, Container, Flex, Heading, Stack, Tab, TabList, TabPanel } from '@sanity/ui'
import { useMemo, useState } from 'react'
import { type Tool, useClient } from 'sanity'
import { InboxTable } from '#studio/inbox/inbox-table.tsx'
import { LISTS } from '#studio/inbox/lists.ts'
import { staffApi } from '#studio/inbox/staff-api.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'

export const inboxTool: Tool = { name: 'inbox', title: 'Inbox', icon: EnvelopeIcon, component: Inbox }

function Inbox() {
  const client = useClient({ apiVersion: API_VERSION })
  const api = useMemo(() => staffApi(client), [client])
  const [open, setOpen] = useState(LISTS[0]!)

  return (
    <Card height="fill" overflow="auto">
      <Container width={5} padding={4}>
        <Stack gap={4}>
          <Heading as="h1" size={3}>
            Inbox
          </Heading>
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
            <InboxTable key={open.name} list={open} api={api} />
          </TabPanel>
        </Stack>
      </Container>
    </Card>
  )
}
