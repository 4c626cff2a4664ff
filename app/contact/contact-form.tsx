import { getFormProps, getInputProps, useForm } from '@conform-to/react'
import { useActionData, useFetcher, useFormAction } from '@remix-run/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { OfferedConsents } from '#app/contact/consents.server.ts'
import styles from '#app/contact/contact-form.module.css'
import type { EnquiryOutcome } from '#app/contact/enquiry.server.ts'
import type { EnquiryFields } from '#app/contact/enquiry.ts'
import { NOT_SENT, OUTDATED, PHONE_PATTERN, SENT } from '#app/contact/enquiry-form.ts'
import { RichText } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Honeypot } from '#app/forms/honeypot.tsx'
import { measure } from '#app/forms/measure.ts'
import { useDraft } from '#app/forms/use-draft.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { useSectionId } from '#app/ui/section-id.ts'
import { useRestoreFocus } from '#app/ui/use-restore-focus.ts'

type Props = {
  block: BlockOf<'contactForm'>
  /** The wordings of the boxes. Null for a form without boxes. */
  consents: OfferedConsents | null
}

/** The id that a post without JavaScript returns to: the form's result, or its fields if one is invalid. */
const PLACE = 'enquiry'

const TEXT_FIELDS = [
  { name: 'firstName', type: 'text', label: 'First Name', autoComplete: 'given-name' },
  { name: 'lastName', type: 'text', label: 'Last Name', autoComplete: 'family-name' },
  { name: 'email', type: 'email', label: 'Email Address', autoComplete: 'email' },
  {
    name: 'phone',
    type: 'tel',
    label: 'Phone Number',
    autoComplete: 'tel',
    pattern: PHONE_PATTERN,
    title: '7 to 20 digits, spaces, +, - and parentheses',
  },
] as const

function Result({ outcome, onDismiss }: { outcome: EnquiryOutcome; onDismiss: () => void }) {
  const failure = !outcome.ok && (outcome.reason === 'outdated' ? OUTDATED : NOT_SENT)
  return (
    <Alert kind={failure ? 'bad' : 'good'} onDismiss={onDismiss}>
      {failure || SENT}
    </Alert>
  )
}

/** The enquiry form (specification 2 to 5 and 8). It posts to its own page. */
export function ContactForm({ block, consents: offered }: Props) {
  const fetcher = useFetcher<EnquiryOutcome>()
  const posted = useActionData<{ form?: string }>()
  const place = useSectionId(PLACE)
  const native = posted?.form === 'enquiry' ? (posted as EnquiryOutcome) : undefined
  const outcome = fetcher.data ?? ((native?.place ?? PLACE) === place ? native : undefined)
  const [dismissed, setDismissed] = useState<EnquiryOutcome>()
  const form = useRef<HTMLFormElement>(null)
  useDraft(block._key, form)
  const sending = fetcher.state !== 'idle'
  const button = useRestoreFocus(sending)
  const id = useId()
  const action = useFormAction()

  // Success empties the form; a failure keeps the visitor's text (specification 4).
  useEffect(() => {
    if (fetcher.state === 'idle' && fetcher.data?.ok) form.current?.reset()
  }, [fetcher.state, fetcher.data])

  const isSent = outcome?.ok
  useEffect(() => {
    if (isSent && !sending) measure({ name: 'enquiry_sent' })
  }, [isSent, sending])

  // The browser validates e-mail and phone, the server all fields.
  const [enquiry, fields] = useForm<EnquiryFields>({
    id,
    defaultNoValidate: false,
    lastResult: outcome && !outcome.ok && !sending ? outcome.submission : undefined,
  })
  const formProps = getFormProps(enquiry)
  // The server's response has newer wordings than the page.
  const [changed, setChanged] = useState<OfferedConsents | null>()
  const inForce = outcome?.ok === false && outcome.reason === 'outdated' ? outcome.consents : changed
  if (inForce !== changed) setChanged(inForce)
  const consents = inForce === undefined ? offered : inForce
  const hasResult = outcome && !sending && (outcome.ok || outcome.reason !== 'refused')

  return (
    <fetcher.Form
      {...formProps}
      ref={form}
      method="post"
      action={`${action}#${place}`}
      className={styles.form}
      // Firefox would restore a tick on reload, even if the wording has changed.
      autoComplete="off"
      noValidate={false}
      onSubmit={(event) => {
        if (sending) return event.preventDefault()
        formProps.onSubmit(event)
      }}
    >
      <div className={styles.pair} id={hasResult ? undefined : place}>
        {TEXT_FIELDS.map(({ name, type, ...props }) => (
          <Field
            {...getInputProps(fields[name], { type })}
            {...props}
            key={name}
            id={`${id}-${name}`}
            error={fields[name].errors?.[0]}
          />
        ))}
      </div>
      {consents && (
        <div className={styles.consents}>
          {(['smsConsent', 'marketingConsent'] as const).map((name) => (
            // A tick belongs to the wording whose hash the box posts.
            <Checkbox
              key={`${name} ${consents[name].hash}`}
              id={`${id}-${name}`}
              name={name}
              value={consents[name].hash}
              defaultChecked={fields[name].initialValue === consents[name].hash}
              label={consents[name].text}
            />
          ))}
        </div>
      )}
      {block.legal && (
        <div className={styles.legal}>
          <RichText value={block.legal} newTab />
        </div>
      )}
      <div className={styles.end} id={hasResult ? place : undefined}>
        <Button
          ref={button}
          type="submit"
          disabled={sending}
          busy={sending}
          onClick={(event) => {
            // The second click of a double click may come when the form is already sent and empty.
            if (event.detail > 1) event.preventDefault()
          }}
        >
          {sending ? (block.submittingLabel ?? 'Submitting...') : (block.submitLabel ?? 'Submit')}
        </Button>
        {hasResult && outcome !== dismissed && (
          <Result
            outcome={outcome}
            onDismiss={() => {
              setDismissed(outcome)
              button.current?.focus()
            }}
          />
        )}
      </div>
      <input type="hidden" name="form" value="enquiry" />
      {place !== PLACE && <input type="hidden" name="place" value={place} />}
      {/* Makes the same form, sent again from the result page, a new enquiry. */}
      {posted && <input type="hidden" name="after" value="answer" />}
      <Honeypot />
    </fetcher.Form>
  )
}
