import type { DragEvent } from 'react'

/** Around every paragraph, to hold the cursor. */
const UNSEEN = /[\ufeff\u200b\n]/g

/**
 * Keeps a part of a paragraph that is selected from being dragged. The editor of texts (@portabletext/editor 8.2) would take the
 * whole paragraph along, into the middle of another. Paragraphs that are selected whole can be, and quotes.
 */
export function wordsStay(event: DragEvent): void {
  const dragged = event.target as Node
  const selection = getSelection()
  const isQuote = (dragged instanceof Element ? dragged : dragged.parentElement)?.closest(
    '[draggable="true"]',
  )
  if (isQuote || !selection?.rangeCount) return
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  const [first, last] = [startContainer, endContainer].map(paragraphOf)
  if (!first || !last) return
  const isWhole =
    isEmpty([first, 0], [startContainer, startOffset]) &&
    (isEmpty([endContainer, endOffset], [last, last.childNodes.length]) ||
      // Three clicks select up to where the next one begins.
      (first !== last && isEmpty([last, 0], [endContainer, endOffset])))
  if (!isWhole) event.preventDefault()
}

const paragraphOf = (node: Node): Element | null | undefined =>
  (node instanceof Element ? node : node.parentElement)?.closest('[data-pt-block="text"]')

function isEmpty(from: [Node, number], to: [Node, number]): boolean {
  const between = document.createRange()
  between.setStart(...from)
  between.setEnd(...to)
  return between.toString().replace(UNSEEN, '') === ''
}
