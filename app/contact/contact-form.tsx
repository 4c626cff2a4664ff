import { getFormProps, getInputProps, useForm } from '@conform-to/react'
import { useActionData, useFetcher, useFormAction, useNavigation } from '@remix-run/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { OfferedConsents } from '#app/contact/consents.server.ts'
import styles from '#app/contact/contact-form.module.css'
import type { EnquiryOutcome } from '#app/contact/enquiry.server.ts'
import type { Enquiry } from '#app/contact/enquiry.ts'
import { NOT_SENT, PHONE_PATTERN, SENT } from '#app/contact/enquiry-form.ts'
import { RichText } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Checkbox, Field } from '#app/ui/field.tsx'
import { Honeypot } from '#app/ui/honeypot.tsx'
import { forgetLate, sayLate } from '#app/ui/late-alert.tsx'
import { usePlace } from '#app/ui/place.ts'
import { useDraft } from '#app/ui/use-draft.ts'
import { useFocusBack } from '#app/ui/use-focus-back.ts'

type Props = {
  block: BlockOf<'contactForm'>
  /** What the boxes say; without it they are left out. */
  consents: OfferedConsents | null
}

/** Where a form that was posted without script goes on: at what came of it, or at its fields where one is refused. */
const PLACE = 'enquiry'

/** The form that something was sent from last, and whether its page is being left. */
let last: HTMLFormElement | null = null
let isLeaving = false

/** What came of an enquiry whose page was left meanwhile. */
export function sayIfLeft({ ok }: EnquiryOutcome): void {
  if (!last || (last.isConnected && !isLeaving)) return
  const sent = typedInto(last)
  // Back brings what is in its fields (use-draft.ts), or has brought it into another's.
  for (const form of [...document.forms, last]) if (ok && typedInto(form) === sent) form.reset()
  sayLate('enquiry', (dismiss) => <Said ok={ok} onDismiss={dismiss} />)
}

const typedInto = (form: HTMLFormElement): string => JSON.stringify([...new FormData(form)])

function Said({ ok, onDismiss }: { ok: boolean; onDismiss: () => void }) {
  return (
    <Alert kind={ok ? 'good' : 'bad'} onDismiss={onDismiss}>
      {ok ? SENT : NOT_SENT}
    </Alert>
  )
}

/** The enquiry form (specification 2 to 5 and 8). Posts to the page that it stands on. */
export function ContactForm({ block, consents: offered }: Props) {
  const fetcher = useFetcher<EnquiryOutcome>()
  const posted = useActionData<{ form?: string }>()
  const place = usePlace(PLACE)
  const answered = posted?.form === 'enquiry' ? (posted as EnquiryOutcome) : undefined
  const before = answered && (answered.place ?? PLACE) === place ? answered : undefined
  const outcome = fetcher.data ?? before
  const isOnTheWay = useNavigation().state !== 'idle'
  useEffect(() => {
    isLeaving = isOnTheWay
  }, [isOnTheWay])
  const [dismissed, setDismissed] = useState<EnquiryOutcome>()
  const form = useRef<HTMLFormElement>(null)
  // A tick is for the words that it was made beside.
  useDraft(`${block._key} ${offered?.smsConsent.hash} ${offered?.marketingConsent.hash}`, form)
  const sending = fetcher.state !== 'idle'
  const button = useFocusBack(sending)
  const id = useId()
  const action = useFormAction()

  // Success empties the form; a failure keeps what was typed (specification 4).
  useEffect(() => {
    if (fetcher.state === 'idle' && fetcher.data?.ok) form.current?.reset()
  }, [fetcher.state, fetcher.data])

  // The browser validates e-mail and phone; the server says what else is wrong.
  const [enquiry, fields] = useForm<Enquiry>({
    id,
    defaultNoValidate: false,
    lastResult: outcome && !outcome.ok && !sending ? outcome.submission : undefined,
  })
  const formProps = getFormProps(enquiry)
  // A tick is for the words that it was made beside, also where an editor has changed them since.
  const consents = (before?.ok === false && before.shown) || offered
  const sent = outcome?.ok === false ? outcome.submission.initialValue : undefined
  const isTicked = (name: keyof OfferedConsents, { hash }: { hash: string }) =>
    fields[name].initialValue === 'on' && sent?.[`${name}Wording`] === hash
  const said = outcome && !sending && (outcome.ok || outcome.reason === 'failed')
  const error = (name: keyof typeof fields) => fields[name].errors?.[0]

  return (
    <fetcher.Form
      {...formProps}
      ref={form}
      method="post"
      action={`${action}#${place}`}
      className={styles.form}
      noValidate={false}
      onSubmit={(event) => {
        // A second press while the first is on its way sends nothing.
        if (sending) return event.preventDefault()
        last = form.current
        forgetLate('enquiry')
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
            <div key={name}>
              <input type="hidden" name={`${name}Wording`} value={consents[name].hash} />
              <Checkbox
                id={`${id}-${name}`}
                name={name}
                defaultChecked={isTicked(name, consents[name])}
                label={consents[name].text}
              />
            </div>
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
            ok={outcome.ok}
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
