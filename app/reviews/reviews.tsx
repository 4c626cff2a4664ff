import { useActionData, useFetcher, useLocation } from '@remix-run/react'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useSettings } from '#app/content/settings.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { measure } from '#app/forms/measure.ts'
import { useDraft } from '#app/forms/use-draft.ts'
import type { ReviewOutcome } from '#app/reviews/create-review.server.ts'
import { ReviewCard } from '#app/reviews/review-card.tsx'
import { REVIEW_FORM, ReviewForm } from '#app/reviews/review-form.tsx'
import { reviewsHref } from '#app/reviews/review-href.ts'
import type { ShownReviews } from '#app/reviews/review-list.server.ts'
import { fullName } from '#app/reviews/review-text.ts'
import styles from '#app/reviews/reviews.module.css'
import { Alert } from '#app/ui/alert.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Carousel } from '#app/ui/carousel/carousel.tsx'
import { Dialog } from '#app/ui/dialog/dialog.tsx'
import { PageLink } from '#app/ui/page-link.tsx'
import { useSectionId } from '#app/ui/section-id.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** Specification 9, "Reviews". */
const AUTOPLAY_MS = 3000
const PER_VIEW = { default: 1, 768: 2, 1024: 3, 1640: 4 } as const

/** Loads the current list. The page's HTML has only its start, up to 15 s old, which stays if the request fails. */
function useReviews(initial: ShownReviews | null) {
  const [list, setList] = useState(initial)
  const reload = useCallback(async (signal?: AbortSignal): Promise<void> => {
    try {
      const answer = await fetch('/reviews', { signal, cache: 'no-store' })
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      setList((await answer.json()) as ShownReviews)
    } catch (error) {
      if (!signal?.aborted) console.error('Error fetching reviews', error)
    }
  }, [])
  useEffect(() => {
    const unmounted = new AbortController()
    reload(unmounted.signal)
    return () => unmounted.abort()
  }, [reload])
  return { list, reload }
}

/** The link that opens the review form in a dialog. Without JavaScript, it shows the form as a section of the page. */
function AddReview({ block, onAdded }: { block: BlockOf<'reviews'>; onAdded: () => void }) {
  const { interfaceWords: labels } = useSettings()
  const fetcher = useFetcher<ReviewOutcome>()
  const posted = useActionData<{ form?: string }>()
  const native = posted?.form === 'review' ? (posted as ReviewOutcome) : undefined
  const place = useSectionId(REVIEW_FORM)
  const sent = native && !native.ok ? (native.submission.initialValue ?? {}) : undefined
  const typed = sent && (sent.place ?? REVIEW_FORM) === place ? sent : undefined
  const [open, setOpen] = useState(typed !== undefined)
  const [becameDialog, setBecameDialog] = useState(false)
  /** The last review waits for approval. */
  const [isPending, setIsPending] = useState(native?.ok && native.pending)
  // The number of sent reviews, used as a key so that the next form is empty.
  const [formKey, setFormKey] = useState(0)
  const hydrated = useHydrated()
  const location = useLocation()
  const button = useRef<HTMLAnchorElement>(null)
  const section = useRef<HTMLDivElement>(null)
  useDraft(block._key, section)
  const addLabel = block.addLabel ?? 'Add Review'

  // A section that was opened before hydration becomes the dialog, with the typed text. Links to it open the dialog.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation may name the section
  useEffect(() => {
    if (!hydrated) return
    const openIfTargeted = () => {
      if (window.location.hash !== `#${place}`) return
      setOpen(true)
      setBecameDialog(true)
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
    }
    openIfTargeted()
    window.addEventListener('hashchange', openIfTargeted)
    return () => window.removeEventListener('hashchange', openIfTargeted)
  }, [hydrated, location, place])

  // A section that became the dialog has no focus to restore when it closes.
  useEffect(() => {
    if (becameDialog && !open) button.current?.focus()
  }, [becameDialog, open])

  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data?.ok) return
    measure({ name: 'review_sent' })
    setOpen(false)
    setFormKey((sent) => sent + 1)
    setIsPending(fetcher.data.pending)
    onAdded()
  }, [fetcher.state, fetcher.data, onAdded])

  const show = () => {
    button.current?.focus() // Safari doesn't focus it, and the dialog restores the focus to the active element
    setOpen(true)
  }
  const pressSpace = (event: KeyboardEvent) => {
    if (event.key !== ' ') return
    event.preventDefault() // don't scroll
    show()
  }

  return (
    <>
      <ButtonLink
        ref={button}
        to={`#${place}`}
        role="button"
        onClick={(event) => {
          event.preventDefault()
          show()
        }}
        onKeyDown={pressSpace}
      >
        {addLabel}
      </ButtonLink>
      <div ref={section} id={place} className={styles.section} data-dialog={becameDialog || undefined}>
        {isPending && (
          <div className={styles.waits}>
            <Alert onDismiss={() => setIsPending(false)}>{labels?.reviewWaiting}</Alert>
          </div>
        )}
        <Dialog label={block.formTitle ?? addLabel} open={open} onClose={() => setOpen(false)}>
          <ReviewForm key={formKey} labels={block} fetcher={fetcher} typed={typed} />
        </Dialog>
      </div>
    </>
  )
}

type Props = {
  block: BlockOf<'reviews'>
  /** The start of the cached list. Null before the backend has answered. */
  reviews: ShownReviews | null
  /** Heading and intro, shown beside the button. */
  children: ReactNode
}

/** The reviews carousel and the button that adds a review (specification 2, "Reviews section"). */
export function Reviews({ block, reviews, children }: Props) {
  const { list, reload } = useReviews(reviews)
  const { brand, interfaceWords: labels } = useSettings()
  // Restarts the carousel, so that it shows the added review.
  const [added, setAdded] = useState(0)
  const onAdded = useCallback(() => void reload().then(() => setAdded((count) => count + 1)), [reload])
  return (
    <>
      <div className={styles.head}>
        {children}
        <AddReview block={block} onAdded={onAdded} />
      </div>
      {list?.total === 0 && block.invitation && <p className={styles.invitation}>{block.invitation}</p>}
      {list && list.reviews.length > 0 && (
        <Carousel
          key={added}
          label={block.heading || (brand ?? '')}
          autoplayMs={AUTOPLAY_MS}
          perView={PER_VIEW}
          gapPx={30}
          slides={list.reviews.map((review, index) => (
            <ReviewCard key={review.id ?? index} review={review} labels={block} />
          ))}
          slideLabels={list.reviews.map((review) => fullName(review))}
          slideClassName={styles.slide}
        />
      )}
      {list && list.total > list.reviews.length && (
        <p className={styles.all}>
          <PageLink to={reviewsHref(1)}>{labels?.allReviews}</PageLink>
        </p>
      )}
    </>
  )
}
