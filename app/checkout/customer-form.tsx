import { getFormProps, getInputProps, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { useActionData, useFetcher } from '@remix-run/react'
import { type RefObject, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import styles from '#app/checkout/checkout.module.css'
import {
  CUSTOMER_FIELDS,
  type CustomerDetails,
  customerDetailsSchema,
  SAVED,
} from '#app/checkout/customer-details.ts'
import type { DetailsOutcome } from '#app/checkout/save-details.server.ts'
import { useSettings } from '#app/content/settings.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'

/** The form, as the payment box uses it. */
export type CustomerFormHandle = {
  /** Something was typed that is not saved. */
  isUnsaved: () => boolean
  /** Resolves when saving or clearing is done and the page shows the result; undefined if neither is running. */
  saving: () => Promise<void> | undefined
  /** Shows every message and focuses what needs something. */
  showWhatIsMissing: () => void
}

type Props = {
  /** The saved details, or null. */
  saved: CustomerDetails | null
  handle: RefObject<CustomerFormHandle | null>
}

/** The `Customer Details` form (specification 2, 3 and 5). It shows its own messages once a field was touched or submitted. */
export function CustomerForm({ saved, handle }: Props) {
  const { checkoutWords: words } = useSettings()
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
  // Without JavaScript the page starts at the first field that is wrong.
  const wrong = posted?.ok === false ? CUSTOMER_FIELDS.find(({ name }) => fields[name].errors) : undefined
  /** The fields differ from what is saved or was sent last. */
  const [typed, setTyped] = useState(false)
  /** Set by the press; the fetcher's state follows a render later. */
  const saving = useRef<{ before: unknown; saved: unknown; done: Promise<void>; end: () => void }>(undefined)

  const element = useRef<HTMLFormElement>(null)
  useImperativeHandle(handle, () => ({
    isUnsaved: () => isUnsaved(element.current, saved),
    saving: () => saving.current?.done,
    showWhatIsMissing: () => showWhatIsMissing(element.current),
  }))

  // The visitor cleared the details, or another tab saved others: the fields start again.
  const savedNow = JSON.stringify(saved)
  const shown = useRef(savedNow)
  useEffect(() => {
    if (savedNow === shown.current) return
    shown.current = savedNow
    const isCleared = !saved && fetcher.data?.ok && fetcher.data.cleared
    if (isCleared || (saved && !saving.current && isUnsaved(element.current, saved))) element.current?.reset()
    // The button that had the focus is gone; React renders the fields again first.
    if (isCleared) setTimeout(() => element.current?.querySelector('input')?.focus())
  })

  // React may show the answer some renders before the reloaded page data: `saved` is another object then.
  useEffect(() => {
    if (!saving.current || fetcher.state !== 'idle' || fetcher.data === saving.current.before) return
    if (fetcher.data?.ok && saved === saving.current.saved) return
    saving.current.end()
    saving.current = undefined
  }, [fetcher.state, fetcher.data, saved])
  useEffect(() => () => saving.current?.end(), [])

  // Text may have been typed before hydration.
  useEffect(() => setTyped(isUnsaved(element.current, saved)), [saved])

  const failed = outcome?.ok === false && fetcher.state === 'idle' ? outcome : undefined
  const failure =
    failed?.reason === 'unreachable' ? words?.detailsNotSent : failed?.submission.error?.['']?.[0]

  const isAsSaved = !typed && fetcher.state === 'idle' && outcome?.ok !== false

  return (
    <section className={styles.details} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{words?.customerDetails}</h2>
      <fetcher.Form
        {...formProps}
        ref={element}
        method="post"
        className={styles.fields}
        onInput={() => setTyped(true)}
        onSubmit={(event) => {
          formProps.onSubmit(event)
          if (event.defaultPrevented) return
          setTyped(false)
          saving.current = { ...(saving.current ?? untilDone()), before: fetcher.data, saved }
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
              autoFocus={name === wrong?.name}
              className={styles[name]}
              error={fields[name].errors?.[0]}
            />
          )
        })}
        <div className={styles.actions}>
          <Button type="submit" name="intent" value="save" busy={fetcher.state !== 'idle'}>
            {words?.saveDetails ?? 'Save Details'}
          </Button>
          {saved && (
            <Button type="submit" name="intent" value="clear" variant="quiet" formNoValidate>
              {words?.clearDetails}
            </Button>
          )}
        </div>
        <p id={SAVED} role="status" className={styles.saved}>
          {saved && isAsSaved && words?.detailsSaved}
        </p>
      </fetcher.Form>
      {failure && <Alert kind="bad">{failure}</Alert>}
    </section>
  )
}

function untilDone() {
  let end = () => {}
  const done = new Promise<void>((resolve) => {
    end = resolve
  })
  return { done, end }
}

function isUnsaved(form: HTMLFormElement | null, saved: CustomerDetails | null): boolean {
  if (!form) return false
  const typed = new FormData(form)
  const { data } = customerDetailsSchema.safeParse(Object.fromEntries(typed))
  return CUSTOMER_FIELDS.some(
    ({ name }) => (data?.[name] ?? String(typed.get(name) ?? '').trim()) !== (saved?.[name] ?? ''),
  )
}

/** Shows every message and focuses the first field that needs something, or the button if only saving is missing. */
function showWhatIsMissing(form: HTMLFormElement | null): void {
  if (!form) return
  if (customerDetailsSchema.safeParse(Object.fromEntries(new FormData(form))).success)
    form.querySelector<HTMLElement>('button[value=save]')?.focus()
  else form.requestSubmit() // which is refused
}
