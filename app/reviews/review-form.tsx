import { type useFetcher, useFormAction } from '@remix-run/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { BlockOf } from '#app/content/types.ts'
import { Honeypot } from '#app/forms/honeypot.tsx'
import type { ReviewOutcome } from '#app/reviews/create-review.server.ts'
import styles from '#app/reviews/review-form.module.css'
import { Button } from '#app/ui/button.tsx'
import { Field, TextField } from '#app/ui/field.tsx'
import { useSectionId } from '#app/ui/section-id.ts'
import { useRestoreFocus } from '#app/ui/use-restore-focus.ts'

const RATINGS = [1, 2, 3, 4, 5]

type Props = {
  labels: Pick<BlockOf<'reviews'>, 'submitLabel'>
  fetcher: ReturnType<typeof useFetcher<ReviewOutcome>>
  /** The values of a failed native post, to fill in again. */
  typed?: Record<string, unknown>
}

/** The id of the form's section. A link to it opens the form without JavaScript. */
export const REVIEW_FORM = 'add-review'

/** The fields of a review (specification 2 and 3). They are not validated, and sent as typed. */
export function ReviewForm({ labels, fetcher, typed }: Props) {
  const id = useId()
  const action = useFormAction()
  const place = useSectionId(REVIEW_FORM)
  const sending = fetcher.state !== 'idle'
  const button = useRestoreFocus(sending)
  const text = (name: string) => (typeof typed?.[name] === 'string' ? typed[name] : '')
  const [rating, setRating] = useState(Number(typed?.rating) || 1)
  const stars = useRef<HTMLFieldSetElement>(null)
  // A visitor may have chosen a rating before hydration.
  useEffect(() => {
    const chosen = stars.current?.querySelector<HTMLInputElement>(':checked')
    if (chosen) setRating(Number(chosen.value))
  }, [])
  const field = (name: string, label: string, autoComplete: string) => (
    <Field
      id={`${id}-${name}`}
      name={name}
      label={label}
      autoComplete={autoComplete}
      defaultValue={text(name)}
    />
  )
  return (
    <fetcher.Form
      method="post"
      action={`${action}#${place}`} // without JavaScript, a failure returns to the form
      className={styles.form}
      onSubmit={(event) => {
        if (sending) event.preventDefault()
      }}
    >
      <div className={styles.pair}>
        {field('firstName', 'First Name', 'given-name')}
        {field('lastName', 'Last Name', 'family-name')}
        {field('companyName', 'Company Name', 'organization')}
        {field('jobTitle', 'Job Title', 'organization-title')}
      </div>
      <TextField
        id={`${id}-text`}
        name="reviewDescription"
        label="Write a review"
        rows={4}
        defaultValue={text('reviewDescription')}
      />
      <fieldset ref={stars} className={styles.rating}>
        <legend>
          {/* A new key per value. In a page that a browser has translated, React would update removed nodes. */}
          Rating:{' '}
          <span key={rating} className={styles.chosen}>
            {rating}/5
          </span>
        </legend>
        {RATINGS.map((value) => (
          <label key={value} className={styles.star}>
            <input
              type="radio"
              name="rating"
              value={value}
              defaultChecked={value === rating}
              onChange={() => setRating(value)}
            />
            {value}
          </label>
        ))}
      </fieldset>
      <Button ref={button} type="submit" disabled={sending} busy={sending} className={styles.submit}>
        {labels.submitLabel ?? 'Add'}
      </Button>
      <input type="hidden" name="form" value="review" />
      {place !== REVIEW_FORM && <input type="hidden" name="place" value={place} />}
      <Honeypot />
    </fetcher.Form>
  )
}
