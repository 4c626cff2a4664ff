import { useActionData, useFetcher, useLocation } from '@remix-run/react'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useSettings } from '#app/content/settings.tsx'
import type { BlockOf } from '#app/content/types.ts'
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
import { usePlace } from '#app/ui/place.ts'
import { useDraft } from '#app/ui/use-draft.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** Specification 9, "Reviews". */
const AUTOPLAY_MS = 3000
const PER_VIEW = { default: 1, 768: 2, 1024: 3, 1640: 4 } as const

/**
 * The list as `<host>` gives it now: what the page came with is up to 15 s old, and the beginning of it. Until it answers, and
 * where it doesn't, that list stays.
 */
function useReviews(initial: ShownReviews | null) {
  const [list, setList] = useState(initial)
  /** When the list that is shown was asked for. */
  const shownAt = useRef(0)
  const reload = useCallback(async (signal?: AbortSignal): Promise<void> => {
    const askedAt = performance.now()
    try {
      const answer = await fetch('/reviews', { signal, cache: 'no-store' })
      if (!answer.ok) throw new Error(`status ${answer.status}`)
      const fresh = (await answer.json()) as ShownReviews
      if (askedAt < shownAt.current) return // a later answer overtook it
      shownAt.current = askedAt
      setList(fresh)
    } catch (error) {
      if (!signal?.aborted) console.error('Error fetching reviews', error)
    }
  }, [])
  useEffect(() => {
    const leaving = new AbortController()
    reload(leaving.signal)
    return () => leaving.abort()
  }, [reload])
  return { list, reload }
}

/** The button that opens the review form: a link, by which the form shows as a section of the page before JavaScript. */
function AddReview({
  block,
  onAdded,
}: {
  block: BlockOf<'reviews'>
  /** Told whether the review waits for approval. */
  onAdded: (pending: boolean) => void
}) {
  const fetcher = useFetcher<ReviewOutcome>()
  const posted = useActionData<{ form?: string }>()
  const failed = posted?.form === 'review' ? (posted as ReviewOutcome) : undefined
  const place = usePlace(REVIEW_FORM)
  const sent = failed && !failed.ok ? (failed.submission.initialValue ?? {}) : undefined
  const typed = sent && (sent.place ?? REVIEW_FORM) === place ? sent : undefined
  const [open, setOpen] = useState(typed !== undefined)
  const [becameDialog, setBecameDialog] = useState(false)
  // Counts the reviews that were sent: the next form starts empty.
  const [turn, setTurn] = useState(0)
  const hydrated = useHydrated()
  const location = useLocation()
  const button = useRef<HTMLAnchorElement>(null)
  const section = useRef<HTMLDivElement>(null)
  useDraft(block._key, section)
  const addLabel = block.addLabel ?? 'Add Review'

  // Somebody was quicker than the script and is at the section: it becomes the dialog, with what is typed. Whatever leads there
  // later opens it, too: a link that React follows, or the browser's own way, of whose second time React hears nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!hydrated) return
    const follow = () => {
      if (window.location.hash !== `#${place}`) return
      setOpen(true)
      setBecameDialog(true)
      window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [hydrated, location, place])

  // Closed, a dialog gives the focus back to where it was: for this one that was inside.
  useEffect(() => {
    if (becameDialog && !open) button.current?.focus()
  }, [becameDialog, open])

  useEffect(() => {
    if (fetcher.state !== 'idle' || !fetcher.data?.ok) return
    setOpen(false)
    setTurn((sent) => sent + 1)
    onAdded(fetcher.data.pending === true)
  }, [fetcher.state, fetcher.data, onAdded])

  const show = () => {
    button.current?.focus() // Safari doesn't, and the dialog gives the focus back to what had it
    setOpen(true)
  }
  const pressSpace = (event: KeyboardEvent) => {
    if (event.key !== ' ') return
    event.preventDefault() // would scroll
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
        <Dialog label={block.formTitle ?? addLabel} open={open} onClose={() => setOpen(false)}>
          <ReviewForm key={turn} words={block} fetcher={fetcher} typed={typed} />
        </Dialog>
      </div>
    </>
  )
}

type Props = {
  block: BlockOf<'reviews'>
  /** The first of the last known list; null where `<host>` has not given one yet. */
  reviews: ShownReviews | null
  /** Heading and intro; the button stands beside them. */
  children: ReactNode
}

/** What clients say, and the way to say something (specification 2, "Reviews section"). */
export function Reviews({ block, reviews, children }: Props) {
  const { list, reload } = useReviews(reviews)
  const { brand, interfaceWords: words } = useSettings()
  // The carousel starts again with the review that was just added.
  const [added, setAdded] = useState(0)
  const [waits, setWaits] = useState(false)
  const onAdded = useCallback(
    (pending: boolean) => {
      setWaits(pending)
      reload().then(() => setAdded((count) => count + 1))
    },
    [reload],
  )
  return (
    <>
      <div className={styles.head}>
        {children}
        <AddReview block={block} onAdded={onAdded} />
      </div>
      {waits && (
        <div className={styles.waits}>
          <Alert onDismiss={() => setWaits(false)}>{words?.reviewWaiting}</Alert>
        </div>
      )}
      {list?.total === 0 && block.invitation && <p className={styles.invitation}>{block.invitation}</p>}
      {list && list.reviews.length > 0 && (
        <Carousel
          key={added}
          label={block.heading || (brand ?? '')}
          autoplayMs={AUTOPLAY_MS}
          perView={PER_VIEW}
          gapPx={30}
          slides={list.reviews.map((review, index) => (
            <ReviewCard key={review.id ?? index} review={review} words={block} />
          ))}
          slideLabels={list.reviews.map((review) => fullName(review))}
          slideClassName={styles.slide}
        />
      )}
      {list && list.total > list.reviews.length && (
        <p className={styles.all}>
          <PageLink to={reviewsHref(1)}>{words?.allReviews}</PageLink>
        </p>
      )}
    </>
  )
}
