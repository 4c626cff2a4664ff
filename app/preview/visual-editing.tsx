import { useLocation, useNavigate, useRevalidator } from '@remix-run/react'
import {
  enableVisualEditing,
  type HistoryAdapterNavigate,
} from '@sanity/visual-editing/enable-visual-editing'
import { useCallback, useEffect, useRef } from 'react'

/** Firefox applies letter-spacing to stega's invisible characters too, which breaks words and overlaps lines. */
const FIREFOX_LETTER_SPACING = '@supports (-moz-appearance: none) { * { letter-spacing: normal !important } }'

/** Click-to-edit, and the connection to the Studio's Presentation tool. */
export default function VisualEditing() {
  const navigate = useNavigate()
  const { revalidate, state } = useRevalidator()
  const { pathname, search, hash } = useLocation()
  const href = `${pathname}${search}${hash}`
  /** The tool is enabled once; its callbacks use the current router. */
  const router = useRef({ navigate, revalidate, href })
  const notifyStudio = useRef<HistoryAdapterNavigate | undefined>(undefined)
  const afterReload = useRef<(() => void)[]>([])
  const isConnected = useRef(false)
  const isLoading = useRef(false)
  const hasChanged = useRef(false)

  /** Changes during a load are loaded afterwards. Restarting for each change would delay the first one. */
  const reload = useCallback(() => {
    hasChanged.current = isLoading.current
    if (isLoading.current) return
    isLoading.current = true
    router.current.revalidate()
  }, [])

  useEffect(() => {
    router.current = { navigate, revalidate, href }
    isLoading.current = state === 'loading'
    if (isLoading.current) return
    for (const done of afterReload.current.splice(0)) done()
    if (hasChanged.current) reload()
  })

  useEffect(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(FIREFOX_LETTER_SPACING)
    document.adoptedStyleSheets.push(sheet)
  }, [])

  useEffect(
    () =>
      enableVisualEditing({
        history: {
          subscribe(notify) {
            notifyStudio.current = notify
            notify({ type: 'push', title: document.title, url: router.current.href })
            return () => {
              notifyStudio.current = undefined
            }
          },
          update({ type, url }) {
            if (type === 'pop') router.current.navigate(-1)
            else router.current.navigate(url, { replace: type === 'replace' })
          },
        },
        // The stream below has already shown the edit.
        refresh: ({ source }) =>
          source === 'mutation' && isConnected.current
            ? false
            : new Promise((resolve) => {
                afterReload.current.push(resolve)
                reload()
              }),
        async onPerspectiveChange(perspective) {
          const response = await fetch('/api/preview/perspective', {
            method: 'POST',
            body: String(perspective),
          })
          if (response.ok) reload()
        },
      }),
    [reload],
  )

  useEffect(() => {
    let changes: EventSource | undefined
    let isStale = false
    // Browsers limit a site to six connections, so a hidden tab closes its own.
    function connect() {
      changes?.close()
      isConnected.current = false
      if (document.visibilityState !== 'visible') {
        isStale = true
        return
      }
      changes = new EventSource('/api/preview/changes')
      changes.onopen = () => {
        isConnected.current = true
        if (isStale) reload()
        isStale = false
      }
      changes.onerror = () => {
        isConnected.current = false
        isStale = true
      }
      changes.onmessage = reload
    }
    connect()
    document.addEventListener('visibilitychange', connect)
    return () => {
      document.removeEventListener('visibilitychange', connect)
      changes?.close()
    }
  }, [reload])

  const shownHref = useRef(href)
  useEffect(() => {
    if (shownHref.current === href) return
    shownHref.current = href
    notifyStudio.current?.({ type: 'push', title: document.title, url: href })
  }, [href])

  return null
}
