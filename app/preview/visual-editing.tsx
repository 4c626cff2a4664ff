import { useLocation, useNavigate, useRevalidator } from '@remix-run/react'
import {
  enableVisualEditing,
  type HistoryAdapterNavigate,
} from '@sanity/visual-editing/enable-visual-editing'
import { useEffect, useRef } from 'react'

/**
 * Click-to-edit, and the wire to the Studio's Presentation tool. It is switched on once for a page's life: what the tool
 * asks for later goes to the router as it is then.
 */
export default function VisualEditing() {
  const navigate = useNavigate()
  const revalidator = useRevalidator()
  const location = useLocation()
  const router = useRef({ navigate, revalidate: revalidator.revalidate })
  const tellStudio = useRef<HistoryAdapterNavigate | undefined>(undefined)
  const href = `${location.pathname}${location.search}${location.hash}`
  const shown = useRef(href)
  const waiting = useRef<(() => void)[]>([])

  useEffect(() => {
    router.current = { navigate, revalidate: revalidator.revalidate }
  })

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
            if (type === 'pop') router.current.navigate(-1)
            else router.current.navigate(url, { replace: type === 'replace' })
          },
        },
        // Something was typed, or the editor pressed "Refresh".
        refresh: () =>
          new Promise((resolve) => {
            waiting.current.push(resolve)
            router.current.revalidate()
          }),
        async onPerspectiveChange(perspective) {
          const answer = await fetch('/api/preview/perspective', {
            method: 'POST',
            body: String(perspective),
          })
          if (answer.ok) router.current.revalidate()
        },
      }),
    [],
  )

  useEffect(() => {
    if (revalidator.state === 'idle') for (const done of waiting.current.splice(0)) done()
  }, [revalidator.state])

  useEffect(() => {
    if (shown.current === href) return
    shown.current = href
    tellStudio.current?.({ type: 'push', title: document.title, url: href })
  }, [href])

  return null
}
