import { type FormMetadata, getFormProps, getInputProps, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { useActionData, useFetcher } from '@remix-run/react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { tellAfterPress } from '#app/checkout/after-press.ts'
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

/** What somebody who wants to pay has to know of the form. */
export type CustomerFormHandle = {
  /** Something was typed that is not saved. */
  isUnsaved: () => boolean
  /** Ends when what is being saved or cleared is; undefined where nothing is. */
  saving: () => Promise<void> | undefined
  /** Shows every message and leads to what needs something. */
  showWhatIsMissing: () => void
}

type Props = {
  /** What is saved; null where nothing is. */
  saved: CustomerDetails | null
  handle: RefObject<CustomerFormHandle | null>
  onCleared: () => void
  /** The form begins with the focus: the button that had it is gone. */
  focusFirst: boolean
}

/** The `Customer Details` form (specification 2, 3 and 5): its own messages, once touched or submitted. */
export function CustomerForm({ saved, handle, onCleared, focusFirst }: Props) {
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
  // Posted without script, the page begins where something is wrong.
  const wrong = posted?.ok === false ? CUSTOMER_FIELDS.find(({ name }) => fields[name].errors) : undefined
  // What stands there is not what was sent last, or is saved.
  const [typed, setTyped] = useState(false)
  // From the press: the fetcher's state comes with a later render.
  const saving = useRef<{ before: unknown; saved: unknown; ended: Promise<void>; end: () => void }>(undefined)

  useEffect(() => {
    handle.current = {
      isUnsaved: () => isUnsaved(id, saved),
      saving: () => saving.current?.ended,
      showWhatIsMissing: () => showWhatIsMissing(id, form),
    }
    return () => {
      handle.current = null
    }
  }, [handle, id, form, saved])

  // The answer can be there some renders before what was loaded again for it: `saved` is another object then.
  useEffect(() => {
    if (!saving.current || fetcher.state !== 'idle' || fetcher.data === saving.current.before) return
    if (fetcher.data?.ok && saved === saving.current.saved) return
    saving.current.end()
    saving.current = undefined
  }, [fetcher.state, fetcher.data, saved])
  useEffect(() => () => saving.current?.end(), [])

  // What was typed before React came, or is saved by another tab meanwhile, came without a word to this form.
  useEffect(() => setTyped(isUnsaved(id, saved)), [id, saved])

  useEffect(() => tellAfterPress(id), [id])

  // A fetcher's data can be there a render before what was loaded anew: the form would begin again with what is gone.
  const cleared = fetcher.data?.ok && fetcher.data.cleared && saved === null
  useEffect(() => {
    if (cleared) onCleared()
  }, [cleared, onCleared])
  useEffect(() => {
    if (focusFirst) document.getElementById(`${id}-${CUSTOMER_FIELDS[0].name}`)?.focus()
  }, [focusFirst, id])

  const failed = outcome?.ok === false && fetcher.state === 'idle' ? outcome : undefined
  const failure =
    failed?.reason === 'unreachable' ? words?.detailsNotSent : failed?.submission.error?.['']?.[0]

  const isAsSaved = !typed && fetcher.state === 'idle' && outcome?.ok !== false

  return (
    <section className={styles.details} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{words?.customerDetails}</h2>
      <fetcher.Form
        {...formProps}
        method="post"
        className={styles.fields}
        onInput={() => setTyped(true)}
        onSubmit={(event) => {
          formProps.onSubmit(event)
          if (event.defaultPrevented) return
          setTyped(false)
          saving.current = { ...(saving.current ?? untilEnded()), before: fetcher.data, saved }
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
            <Button type="submit" name="intent" value="clear" look="quiet" formNoValidate>
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

function untilEnded() {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  return { ended, end }
}

function isUnsaved(id: string, saved: CustomerDetails | null): boolean {
  const element = document.getElementById(id) as HTMLFormElement | null
  if (!element) return false
  const typed = new FormData(element)
  const { data } = customerDetailsSchema.safeParse(Object.fromEntries(typed))
  return CUSTOMER_FIELDS.some(
    ({ name }) => (data?.[name] ?? String(typed.get(name) ?? '').trim()) !== (saved?.[name] ?? ''),
  )
}

/** Leads to the first field that needs something; to the button when only saving is missing. */
function showWhatIsMissing(id: string, form: FormMetadata<CustomerDetails>): void {
  const element = document.getElementById(id) as HTMLFormElement | null
  if (!element) return
  form.validate()
  const { error } = parseWithZod(new FormData(element), { schema: customerDetailsSchema }).reply()
  const missing = CUSTOMER_FIELDS.find(({ name }) => error?.[name])
  const target = missing
    ? document.getElementById(`${id}-${missing.name}`)
    : element.querySelector<HTMLElement>('button[value=save]')
  target?.focus()
}
