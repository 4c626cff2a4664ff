import { useLocation, useNavigate, useRevalidator } from '@remix-run/react'
import {
  enableVisualEditing,
  type HistoryAdapterNavigate,
} from '@sanity/visual-editing/enable-visual-editing'
import { useCallback, useEffect, useRef } from 'react'

/** Where the site tells of every change in the lake (draft-changes.server.ts). */
const CHANGES = '/api/preview/changes'

/**
 * Firefox spaces the unseen marks behind a text, some 1,800 of them, like its letters: by a heading’s letter-spacing lines lay
 * over each other, and words were broken.
 */
const MARKS_UNSPACED = '@supports (-moz-appearance: none) { * { letter-spacing: normal !important } }'

/**
 * Click-to-edit, and the wire to the Studio's Presentation tool. It is switched on once for a page's life: what the tool
 * asks for later goes to the router as it is then.
 */
export default function VisualEditing() {
  const navigate = useNavigate()
  const { revalidate, state } = useRevalidator()
  const location = useLocation()
  const latest = useRef({ navigate, revalidate })
  const loading = useRef(false)
  const tellStudio = useRef<HistoryAdapterNavigate | undefined>(undefined)
  const href = `${location.pathname}${location.search}${location.hash}`
  const shown = useRef(href)
  const waiting = useRef<(() => void)[]>([])
  /** Something changed while the page was already being brought up to date. */
  const outdated = useRef(false)
  const following = useRef(false)

  /** Reads the page again; React shows only later that it is being read. */
  const reload = useCallback(() => {
    loading.current = true
    latest.current.revalidate()
  }, [])
  useEffect(() => {
    latest.current = { navigate, revalidate }
    loading.current = state === 'loading'
    if (loading.current) return
    for (const done of waiting.current.splice(0)) done()
    if (!outdated.current) return
    outdated.current = false
    reload()
  })

  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(MARKS_UNSPACED)
    document.adoptedStyleSheets.push(sheet)
  }, [])

  useEffect(
    () =>
      enableVisualEditing({
        history: {
          subscribe(tell) {
            tellStudio.current = tell
            tell({ type: 'push', title: document.title, url: shown.current })
            return () => {
              tellStudio.current = undefined
            }
          },
          update({ type, url }) {
            if (type === 'pop') latest.current.navigate(-1)
            else latest.current.navigate(url, { replace: type === 'replace' })
          },
        },
        // Something was typed a while ago, which is shown already; or the editor pressed "Refresh".
        refresh: ({ source }) =>
          source === 'mutation' && following.current
            ? false
            : new Promise((resolve) => {
                waiting.current.push(resolve)
                reload()
              }),
        async onPerspectiveChange(perspective) {
          const answer = await fetch('/api/preview/perspective', {
            method: 'POST',
            body: String(perspective),
          })
          if (answer.ok) reload()
        },
      }),
    [reload],
  )

  useEffect(() => {
    let changes: EventSource | undefined
    let missed = false
    function changed() {
      if (loading.current) outdated.current = true
      else reload()
    }
    // A browser opens six connections to a site: tabs that nobody looks at leave them to others.
    function follow() {
      changes?.close()
      changes = undefined
      following.current = false
      if (document.visibilityState !== 'visible') {
        missed = true
        return
      }
      changes = new EventSource(CHANGES)
      changes.onopen = () => {
        following.current = true
        if (missed) changed()
        missed = false
      }
      changes.onerror = () => {
        following.current = false
        missed = true
      }
      changes.onmessage = changed
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      changes?.close()
    }
  }, [reload])

  useEffect(() => {
    if (shown.current === href) return
    shown.current = href
    tellStudio.current?.({ type: 'push', title: document.title, url: href })
  }, [href])

  return null
}
