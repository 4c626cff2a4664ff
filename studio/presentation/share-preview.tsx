import { ShareIcon } from '@sanity/icons/Share'
import { createPreviewSecret } from '@sanity/preview-url-secret/create-secret'
import { Button, Card, Select, Stack, Text, TextInput } from '@sanity/ui'
import { useActionState, useState } from 'react'
import { type DocumentActionComponent, type SanityClient, useClient } from 'sanity'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { errorMessage } from '#studio/ui/error-message.ts'
import { siteUrl } from '#studio/ui/site-url.ts'
import { ADDRESSED } from '#studio/validation/published-content.ts'

type ShareLink = { url: string; until: number }

/** The action "Share preview" creates an expiring link to one page with its draft or version. */
export const sharePreview: DocumentActionComponent = ({ type, draft, version, published }) => {
  const [open, setOpen] = useState(false)
  const document = version ?? draft ?? published
  if (!ADDRESSED.includes(type) || !document) return null
  return {
    label: 'Share preview',
    icon: ShareIcon,
    title: 'A link for people without access to the Studio',
    onHandle: () => setOpen(true),
    dialog: open && {
      type: 'dialog',
      header: 'Share a preview of this page',
      onClose: () => setOpen(false),
      content: <ShareForm id={document._id} />,
    },
  }
}

function ShareForm({ id }: { id: string }) {
  const client = useClient({ apiVersion: API_VERSION })
  const [result, submit, isPending] = useActionState<ShareLink | Error | undefined, FormData>(
    (_, form) =>
      makeLink(client, id, String(form.get('hours'))).catch((error) => new Error(errorMessage(error))),
    undefined,
  )
  if (result && 'url' in result) return <CreatedLink {...result} />
  return (
    <Stack as="form" action={submit} gap={4}>
      <Text size={1}>
        Make a link for people without access to the Studio. They see this page as it would be if you
        published this document now. They don’t see drafts of other documents.
      </Text>
      <Select name="hours" aria-label="Valid for" defaultValue={24}>
        <option value={1}>One hour</option>
        <option value={24}>One day</option>
        <option value={24 * 7}>One week</option>
      </Select>
      {result && (
        <Card tone="critical" padding={3} radius={2} role="alert">
          <Text size={1}>No link was made: {result.message}</Text>
        </Card>
      )}
      <Button type="submit" text="Make link" tone="primary" loading={isPending} disabled={isPending} />
    </Stack>
  )
}

async function makeLink(client: SanityClient, id: string, hours: string): Promise<ShareLink> {
  // Only editors can write this secret, so it authenticates the request.
  const { secret } = await createPreviewSecret(client, 'share-preview', location.href)
  const body = new URLSearchParams({ secret, id, hours })
  const answer = await fetch(`${await siteUrl(client)}/api/preview/share`, { method: 'POST', body }).catch(
    () => {
      throw new Error('The site can’t be reached. Try again in a moment.')
    },
  )
  // A proxy may answer with an HTML page.
  const result: ShareLink & { error?: string } = await answer.json().catch(() => ({}))
  if (!answer.ok || !result.url)
    throw new Error(result.error ?? `The site answered with error ${answer.status}. Try again in a moment.`)
  return result
}

const CreatedLink = ({ url, until }: ShareLink) => (
  <Stack gap={4}>
    <Text size={1}>
      Everyone with this link sees the draft of this page, with your later changes, until{' '}
      <strong>{new Date(until).toLocaleString('en-US', { dateStyle: 'full', timeStyle: 'short' })}</strong>.
      Copy it:
    </Text>
    <TextInput
      autoFocus
      readOnly
      value={url}
      aria-label="Link"
      onFocus={(event) => event.currentTarget.select()}
    />
  </Stack>
)
