import { getVersionFromId } from '@sanity/client/csm'
import { Button, Card, Flex, Stack, Text } from '@sanity/ui'
import { useEffect, useState } from 'react'
import {
  type ArrayOfPrimitivesInputProps,
  definePlugin,
  type SanityClient,
  set,
  unset,
  useClient,
  useFormValue,
} from 'sanity'
import { Choice, EffectiveDate } from '#studio/publish/publish-dialog.tsx'
import { putIntoRelease, setFields } from '#studio/publish/transactions.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { useAsyncAction } from '#studio/ui/use-async-action.ts'
import type { StoredDocument } from '#studio/validation/document.ts'
import { type EarlierText, proposedDate, replacedText } from '#studio/validation/earlier-text.ts'
import { localDate } from '#studio/validation/local-date.ts'
import { type PageMove, pageMove } from '#studio/validation/page-move.ts'
import { readContext } from '#studio/validation/published-content.ts'
import type { RuleFinding } from '#studio/validation/rule.ts'
import { acknowledgementOf, findingsOf, needsAcknowledgement } from '#studio/validation/rules.ts'

type Blocking = { toConfirm: RuleFinding[]; text?: EarlierText | undefined; moved?: PageMove | undefined }

/** Shows the field `acknowledged` of a document (schema/attach-rules.ts). */
export const acknowledgements = definePlugin({
  name: 'acknowledgements',
  form: {
    components: {
      input: (props) =>
        props.id === 'acknowledged' ? (
          <AcknowledgementsInput {...(props as ArrayOfPrimitivesInputProps)} />
        ) : (
          props.renderDefault(props)
        ),
    },
  },
})

/** Lists the findings that block a release. The editor confirms them, keeps the published legal text or adds a redirect. */
function AcknowledgementsInput({ value = [], onChange, readOnly }: ArrayOfPrimitivesInputProps) {
  const document = useFormValue([]) as StoredDocument
  const client = useClient({ apiVersion: API_VERSION })
  const { run } = useAsyncAction('Nothing was added to the release')
  const [{ toConfirm, text, moved }, setBlocking] = useState<Blocking>({ toConfirm: [] })
  const releaseId = getVersionFromId(document._id)

  useEffect(() => {
    // Without a connection the form says so.
    if (releaseId) readBlocking(document, client).then(setBlocking, () => {})
  }, [document, client, releaseId])

  if (!releaseId) return null
  /** Adds a document to the release. The version changes with it, so Sanity validates it again. */
  const addToRelease = (added: StoredDocument, fields: Record<string, unknown> = {}) =>
    run(() => {
      const acknowledged = [...new Set([...value, added._id])]
      return putIntoRelease(
        client,
        releaseId,
        [added],
        [setFields(document._id, { ...fields, acknowledged })],
      )
    })
  function setConfirmed(acknowledgement: string, isConfirmed: boolean) {
    const others = value.filter((one) => one !== acknowledgement)
    const next = isConfirmed ? [...others, acknowledgement] : others
    onChange(next.length > 0 ? set(next) : unset())
  }
  if (toConfirm.length === 0 && !text && !moved)
    return (
      <Text size={1} muted>
        Nothing here needs your confirmation.
      </Text>
    )
  return (
    <Stack gap={3}>
      {toConfirm.map((finding) => {
        const acknowledgement = acknowledgementOf(finding)
        const isConfirmed = value.includes(acknowledgement)
        return (
          <Card
            key={acknowledgement}
            padding={3}
            radius={2}
            tone={isConfirmed ? 'default' : 'critical'}
            border
          >
            <Choice
              label={`Publish with this: ${finding.message}`}
              checked={isConfirmed}
              disabled={readOnly}
              onChange={(checked) => setConfirmed(acknowledgement, checked)}
            />
          </Card>
        )
      })}
      {text && (
        <KeepText
          document={document}
          text={text}
          readOnly={readOnly}
          onKeep={(date) => addToRelease(text.versionUntil(date), { [text.dateField]: date })}
        />
      )}
      {moved && (
        <Card padding={3} radius={2} border>
          <Stack gap={3}>
            <Text size={1}>
              The address changes from {moved.from} to {moved.to}. A redirect keeps old links working.
            </Text>
            <Flex>
              <Button
                mode="ghost"
                text="Add the redirect to this release"
                disabled={readOnly}
                onClick={() => addToRelease(moved.redirect)}
              />
            </Flex>
          </Stack>
        </Card>
      )}
    </Stack>
  )
}

async function readBlocking(document: StoredDocument, client: SanityClient): Promise<Blocking> {
  const context = await readContext(client, document._id, { fresh: true })
  const { content, published } = context
  const findings = findingsOf(document, context).filter(({ isNew }) => isNew)
  const has = (name: string) => findings.some(({ rule }) => rule.name === name)
  return {
    toConfirm: findings.filter((finding) => needsAcknowledgement(finding, document)),
    text: has('legal-text') ? replacedText(document, published, content) : undefined,
    moved: has('moved-page') ? pageMove(document, published, content) : undefined,
  }
}

type KeepTextProps = {
  document: StoredDocument
  text: EarlierText
  readOnly: boolean | undefined
  onKeep: (date: string) => void
}

function KeepText({ document, text, readOnly, onKeep }: KeepTextProps) {
  const [today] = useState(() => localDate(new Date()))
  const [date, setDate] = useState(() => proposedDate(document, text, today))
  return (
    <Card padding={3} radius={2} border>
      <Stack gap={3}>
        <EffectiveDate text={text} date={date} onChange={setDate} />
        <Flex>
          <Button
            mode="ghost"
            text="Keep the published text"
            disabled={readOnly || date <= text.since}
            onClick={() => onKeep(date)}
          />
        </Flex>
      </Stack>
    </Card>
  )
}
