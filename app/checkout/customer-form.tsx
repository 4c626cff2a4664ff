import { getFormProps, getInputProps, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { useActionData, useFetcher } from '@remix-run/react'
import { type RefObject, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import styles from '#app/checkout/checkout.module.css'
import {
  CUSTOMER_FIELDS,
  type CustomerDetails,
  customerDetailsSchema,
  SAVED_ID,
} from '#app/checkout/customer-details.ts'
import type { DetailsOutcome } from '#app/checkout/save-details.server.ts'
import { useSettings } from '#app/content/settings.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'

/** The payment box's access to the form. */
export type CustomerFormHandle = {
  /** True if a field differs from the saved details. */
  isUnsaved: () => boolean
  /** Shows every message and focuses the first invalid field, or the save button. */
  focusProblem: () => void
}

type Props = {
  /** The saved details, or null. */
  saved: CustomerDetails | null
  handle: RefObject<CustomerFormHandle | null>
}

/** The `Customer Details` form (specification 2, 3 and 5). A field shows its message once it was touched or submitted. */
export function CustomerForm({ saved, handle }: Props) {
  const { checkoutWords: labels } = useSettings()
  const fetcher = useFetcher<DetailsOutcome>()
  const posted = useActionData<DetailsOutcome>()
  const outcome = fetcher.data ?? posted
  const id = useId()
  const [form, fields] = useForm({
    id,
    lastResult: outcome && !outcome.ok ? outcome.submission : undefined,
    defaultValue: saved ?? undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: customerDetailsSchema }),
    shouldValidate: 'onBlur',
    shouldRevalidate: 'onInput',
  })
  const formProps = getFormProps(form)
  // Without JavaScript the browser focuses the first invalid field.
  const firstInvalid =
    posted?.ok === false ? CUSTOMER_FIELDS.find(({ name }) => fields[name].errors) : undefined
  /** The visitor has typed since the details were saved or sent. */
  const [isTyped, setTyped] = useState(false)

  const element = useRef<HTMLFormElement>(null)
  useImperativeHandle(handle, () => ({
    isUnsaved: () => isUnsaved(element.current, saved),
    focusProblem: () => focusProblem(element.current),
  }))

  // Text may have been typed before hydration.
  useEffect(() => setTyped(isUnsaved(element.current, saved)), [saved])

  const lastSaved = useRef(saved)
  useEffect(() => {
    if (JSON.stringify(saved) === JSON.stringify(lastSaved.current)) return
    lastSaved.current = saved
    const isCleared = !saved && fetcher.data?.ok && fetcher.data.cleared
    // Another tab has saved other details. Text that is being typed stays.
    const isReplaced = saved && !isTyped && isUnsaved(element.current, saved)
    if (!isCleared && !isReplaced) return
    element.current?.reset()
    setTyped(false)
    // The focused button is removed. Focus a field after React has rendered the fields again.
    if (isCleared) setTimeout(() => element.current?.querySelector('input')?.focus())
  })

  const failed = outcome?.ok === false && fetcher.state === 'idle' ? outcome : undefined
  const failure =
    failed?.reason === 'unreachable' ? labels?.detailsNotSent : failed?.submission.error?.['']?.[0]

  const isSaved = !isTyped && fetcher.state === 'idle' && outcome?.ok !== false

  return (
    <section className={styles.details} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{labels?.customerDetails}</h2>
      <fetcher.Form
        {...formProps}
        ref={element}
        method="post"
        className={styles.fields}
        onInput={() => setTyped(true)}
        onSubmit={(event) => {
          formProps.onSubmit(event)
          if (!event.defaultPrevented) setTyped(false)
        }}
      >
        {CUSTOMER_FIELDS.map(({ name, label, type, autoComplete }) => {
          const { key, ...input } = getInputProps(fields[name], { type })
          return (
            <Field
              {...input}
              key={`${name} ${key}`}
              id={`${id}-${name}`}
              label={label}
              aria-required
              autoComplete={autoComplete}
              autoFocus={name === firstInvalid?.name}
              className={styles[name]}
              error={fields[name].errors?.[0]}
            />
          )
        })}
        <div className={styles.actions}>
          <Button type="submit" name="intent" value="save" busy={fetcher.state !== 'idle'}>
            {labels?.saveDetails ?? 'Save Details'}
          </Button>
          {saved && (
            <Button type="submit" name="intent" value="clear" variant="quiet" formNoValidate>
              {labels?.clearDetails}
            </Button>
          )}
        </div>
        <p id={SAVED_ID} role="status" className={styles.saved}>
          {saved && isSaved && labels?.detailsSaved}
        </p>
      </fetcher.Form>
      {failure && <Alert kind="bad">{failure}</Alert>}
    </section>
  )
}

function isUnsaved(form: HTMLFormElement | null, saved: CustomerDetails | null): boolean {
  if (!form) return false
  const typed = new FormData(form)
  const { data } = customerDetailsSchema.safeParse(Object.fromEntries(typed))
  return CUSTOMER_FIELDS.some(
    ({ name }) => (data?.[name] ?? String(typed.get(name) ?? '').trim()) !== (saved?.[name] ?? ''),
  )
}

function focusProblem(form: HTMLFormElement | null): void {
  if (!form) return
  const { success } = customerDetailsSchema.safeParse(Object.fromEntries(new FormData(form)))
  if (success) form.querySelector<HTMLElement>('button[value=save]')?.focus()
  else form.requestSubmit() // Conform refuses it, shows the messages and focuses the field.
}
