import { ShareIcon } from '@sanity/icons/Share'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { Box, Button, Card, Flex, Radio, Stack, Text, TextInput } from '@sanity/ui'
import { useEffect, useRef, useState } from 'react'
import { type DocumentActionComponent, useClient, useCurrentUser } from 'sanity'
import { siteUrl } from '#studio/presentation/site-url.ts'
import { reasonOf } from '#studio/publish/reason.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { ADDRESSED } from '#studio/validation/published-content.ts'

const PERIODS = [
  { hours: 1, title: 'One hour' },
  { hours: 24, title: 'One day' },
  { hours: 24 * 7, title: 'One week' },
]

type Shared = { url: string; until: number }

/** "Share preview": an expiring link to the page as it would be if the draft (or the release's version) were published. */
export const sharePreview: DocumentActionComponent = ({ type, draft, version, published }) => {
  const [open, setOpen] = useState(false)
  const shown = version ?? draft ?? published
  if (!ADDRESSED.includes(type) || !shown) return null
  return {
    label: 'Share preview',
    icon: ShareIcon,
    title: 'A link for people without access to the Studio',
    onHandle: () => setOpen(true),
    dialog: open && {
      type: 'dialog',
      header: 'Share a preview of this page',
      onClose: () => setOpen(false),
      content: <ShareForm id={shown._id} />,
    },
  }
}

function ShareForm({ id }: { id: string }) {
  const client = useClient({ apiVersion: API_VERSION })
  const user = useCurrentUser()
  const [hours, setHours] = useState(24)
  const [busy, setBusy] = useState(false)
  const [shared, setShared] = useState<Shared>()
  const [failure, setFailure] = useState<string>()

  async function makeLink() {
    setBusy(true)
    setFailure(undefined)
    try {
      // Only editors can write this secret. It proves to the site that an editor asks.
      const { secret } = await createPreviewSecret(client, 'share-preview', location.href, user?.id)
      const answer = await fetch(`${await siteUrl(client)}/api/preview/share`, {
        method: 'POST',
        body: new URLSearchParams({ secret, id, hours: String(hours) }),
      }).catch(() => {
        throw new Error('The site can’t be reached. Try again in a moment.')
      })
      // A proxy in front of the site may answer with a page of its own.
      const said: Shared & { error?: string } = await answer.json().catch(() => ({}))
      if (!answer.ok || !said.url)
        throw new Error(said.error ?? `The site answered with error ${answer.status}. Try again in a moment.`)
      setShared(said)
    } catch (error) {
      setFailure(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }

  if (shared) return <MadeLink {...shared} />
  return (
    <Stack gap={4}>
      <Text size={1}>
        Make a link for people without access to the Studio. They see this page as it would be if you
        published this document now. They don’t see drafts of other documents.
      </Text>
      <Stack gap={3} role="radiogroup" aria-label="Valid for">
        {PERIODS.map((period) => (
          <Flex key={period.hours} as="label" align="center" gap={2}>
            <Radio name="hours" checked={hours === period.hours} onChange={() => setHours(period.hours)} />
            <Box>
              <Text size={1}>{period.title}</Text>
            </Box>
          </Flex>
        ))}
      </Stack>
      {failure && (
        <Card tone="critical" padding={3} radius={2} role="alert">
          <Text size={1}>No link was made: {failure}</Text>
        </Card>
      )}
      <Flex>
        <Button text="Make link" tone="primary" loading={busy} disabled={busy} onClick={makeLink} />
      </Flex>
    </Stack>
  )
}

function MadeLink({ url, until }: Shared) {
  const link = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState('')
  async function copy() {
    try {
      await navigator.clipboard.writeText(url)
      setSaid('Copied.')
    } catch {
      link.current?.select()
      setSaid('The browser does not let the Studio copy. The link is selected: press Ctrl+C, or ⌘C.')
    }
  }
  // The button that was pressed is gone: what it made is where the keyboard is then, ready to be copied.
  useEffect(() => link.current?.focus(), [])

  return (
    <Stack gap={4}>
      <Text size={1}>
        Everyone with this link sees the draft of this page, with your later changes, until{' '}
        <strong>{new Date(until).toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'short' })}</strong>.
      </Text>
      <TextInput
        ref={link}
        readOnly
        value={url}
        aria-label="Link"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Flex align="center" gap={3}>
        <Button text="Copy link" tone="primary" onClick={copy} />
        <Text size={1} muted role="status">
          {said}
        </Text>
      </Flex>
    </Stack>
  )
}
