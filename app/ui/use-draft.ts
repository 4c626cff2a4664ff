import { useLocation } from '@remix-run/react'
import { type RefObject, useLayoutEffect } from 'react'
import { bringBackInto, keyed } from '#app/ui/typed.ts'

/** The fields of pages that were left. */
const drafts = new Map<string, ReturnType<typeof keyed>>()

/**
 * What was typed and ticked inside `around` is there again when its page was left by a link and is come back to, as it is where
 * the browser loads pages itself. Kept while the document lives, nowhere else; not where `isDraft` says that nothing is lost.
 */
export function useDraft(name: string, around: RefObject<HTMLElement | null>, isDraft = () => true): void {
  const key = `${useLocation().pathname} ${name}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: the question of the first render is as good as the last one's
  useLayoutEffect(() => {
    const element = around.current
    if (!element) return
    const fields = () => keyed(element.querySelectorAll<HTMLElement>('input:not([type=hidden]), textarea'))
    const now = fields()
    for (const [field, old] of drafts.get(key) ?? []) {
      const successor = now.get(field)
      if (successor) bringBackInto(successor, old)
    }
    drafts.delete(key)
    return () => {
      if (isDraft()) drafts.set(key, fields())
    }
  }, [key, around])
}
