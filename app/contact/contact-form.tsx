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
import { useDraft } from '#app/forms/use-draft.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { useSectionId } from '#app/ui/section-id.ts'
import { useFocusBack } from '#app/ui/use-focus-back.ts'

type Props = {
  block: BlockOf<'contactForm'>
  /** What the boxes say; without it they are left out. */
  consents: OfferedConsents | null
}

/** Where a form that was posted without script goes on: at what came of it, or at its fields where one is refused. */
const PLACE = 'enquiry'

function Said({ outcome, onDismiss }: { outcome: EnquiryOutcome; onDismiss: () => void }) {
  const failure = !outcome.ok && (outcome.reason === 'outdated' ? OUTDATED : NOT_SENT)
  return (
    <Alert kind={failure ? 'bad' : 'good'} onDismiss={onDismiss}>
      {failure || SENT}
    </Alert>
  )
}

/** The enquiry form (specification 2 to 5 and 8). Posts to the page that it stands on. */
export function ContactForm({ block, consents: offered }: Props) {
  const fetcher = useFetcher<EnquiryOutcome>()
  const posted = useActionData<{ form?: string }>()
  const place = useSectionId(PLACE)
  const answered = posted?.form === 'enquiry' ? (posted as EnquiryOutcome) : undefined
  const before = answered && (answered.place ?? PLACE) === place ? answered : undefined
  const outcome = fetcher.data ?? before
  const [dismissed, setDismissed] = useState<EnquiryOutcome>()
  const form = useRef<HTMLFormElement>(null)
  useDraft(block._key, form)
  const sending = fetcher.state !== 'idle'
  const button = useFocusBack(sending)
  const id = useId()
  const action = useFormAction()

  // Success empties the form; a failure keeps what was typed (specification 4).
  useEffect(() => {
    if (fetcher.state === 'idle' && fetcher.data?.ok) form.current?.reset()
  }, [fetcher.state, fetcher.data])

  // The browser validates e-mail and phone; the server says what else is wrong.
  const [enquiry, fields] = useForm<EnquiryFields>({
    id,
    defaultNoValidate: false,
    lastResult: outcome && !outcome.ok && !sending ? outcome.submission : undefined,
  })
  const formProps = getFormProps(enquiry)
  // The server's answer is newer than the page.
  const [changed, setChanged] = useState<OfferedConsents | null>()
  const inForce = outcome?.ok === false && outcome.reason === 'outdated' ? outcome.consents : changed
  if (inForce !== changed) setChanged(inForce)
  const consents = inForce === undefined ? offered : inForce
  const said = outcome && !sending && (outcome.ok || outcome.reason !== 'refused')
  const error = (name: keyof typeof fields) => fields[name].errors?.[0]

  return (
    <fetcher.Form
      {...formProps}
      ref={form}
      method="post"
      action={`${action}#${place}`}
      className={styles.form}
      // Browsers restore a tick by name or position, even beside another wording. The text fields have values of their own.
      autoComplete="off"
      noValidate={false}
      onSubmit={(event) => {
        // A second press while the first is on its way sends nothing.
        if (sending) return event.preventDefault()
        formProps.onSubmit(event)
      }}
    >
      <div className={styles.pair} id={said ? undefined : place}>
        <Field
          {...getInputProps(fields.firstName, { type: 'text' })}
          key="firstName"
          id={`${id}-first`}
          label="First Name"
          autoComplete="given-name"
          error={error('firstName')}
        />
        <Field
          {...getInputProps(fields.lastName, { type: 'text' })}
          key="lastName"
          id={`${id}-last`}
          label="Last Name"
          autoComplete="family-name"
          error={error('lastName')}
        />
        <Field
          {...getInputProps(fields.email, { type: 'email' })}
          key="email"
          id={`${id}-email`}
          label="Email Address"
          autoComplete="email"
          error={error('email')}
        />
        <Field
          {...getInputProps(fields.phone, { type: 'tel' })}
          key="phone"
          id={`${id}-phone`}
          label="Phone Number"
          autoComplete="tel"
          pattern={PHONE_PATTERN}
          title="7 to 20 digits, spaces, +, - and parentheses"
          error={error('phone')}
        />
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
      <div className={styles.end} id={said ? place : undefined}>
        <Button
          ref={button}
          type="submit"
          disabled={sending}
          busy={sending}
          onClick={(event) => {
            // The second press of a double click may find the form sent and emptied.
            if (event.detail > 1) event.preventDefault()
          }}
        >
          {sending ? (block.submittingLabel ?? 'Submitting...') : (block.submitLabel ?? 'Submit')}
        </Button>
        {said && outcome !== dismissed && (
          <Said
            outcome={outcome}
            onDismiss={() => {
              setDismissed(outcome)
              button.current?.focus() // the alert that had it goes
            }}
          />
        )}
      </div>
      <input type="hidden" name="form" value="enquiry" />
      {place !== PLACE && <input type="hidden" name="place" value={place} />}
      {/* The same once more, from the page that tells what came of it, is no double click. */}
      {posted && <input type="hidden" name="after" value="answer" />}
      <Honeypot />
    </fetcher.Form>
  )
}
