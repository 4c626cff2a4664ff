import { type FormMetadata, getFormProps, getInputProps, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { useActionData, useFetcher } from '@remix-run/react'
import { type RefObject, useEffect, useId, useState } from 'react'
import styles from '#app/checkout/checkout.module.css'
import {
  CUSTOMER_FIELDS,
  type CustomerDetails,
  customerDetailsSchema,
} from '#app/checkout/customer-details.ts'
import type { DetailsOutcome } from '#app/checkout/save-details.server.ts'
import { useSettings } from '#app/content/settings.tsx'
import { Alert } from '#app/ui/alert.tsx'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'

type Props = {
  /** What is saved; null where nothing is. */
  saved: CustomerDetails | null
  /** Points somebody who wants to pay at what is missing. */
  pointer: RefObject<(() => void) | null>
}

/** The `Customer Details` form (specification 2, 3 and 5): its own messages, once touched or submitted. */
export function CustomerForm({ saved, pointer }: Props) {
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
  const [changed, setChanged] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was just saved is not changed any more
  useEffect(() => setChanged(false), [saved])

  useEffect(() => {
    pointer.current = () => showWhatIsMissing(id, form)
    return () => {
      pointer.current = null
    }
  }, [pointer, id, form])

  return (
    <section className={styles.details} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`}>{words?.customerDetails}</h2>
      <fetcher.Form {...formProps} method="post" className={styles.fields} onInput={() => setChanged(true)}>
        {CUSTOMER_FIELDS.map(({ name, label, type, autoComplete }) => {
          const { key, ...input } = getInputProps(fields[name], { type })
          return (
            <Field
              {...input}
              key={key}
              id={`${id}-${name}`}
              label={label}
              autoComplete={autoComplete}
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
        <p role="status" className={styles.saved}>
          {saved && !changed && words?.detailsSaved}
        </p>
      </fetcher.Form>
      {outcome?.ok === false && outcome.submission.error?.[''] && (
        <Alert kind="bad">{outcome.submission.error['']}</Alert>
      )}
    </section>
  )
}

/** Shows every message and leads to the first field that needs something; to the button when only saving is missing. */
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
