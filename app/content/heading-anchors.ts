import type { Article } from '#app/content/types.ts'

export type AnchoredHeading = ReturnType<typeof anchoredHeadings>[number]

/**
 * The main headings of an article, with unique anchors from their texts: `section-the-first-minute`. A quoted price is no
 * part of an anchor, so links to it stay valid when the price changes.
 */
export function anchoredHeadings(body: Article['body']) {
  const used = new Set<string>()
  return (body ?? [])
    .filter(({ style }) => style === 'h2')
    .map((block) => {
      const text = (block.children ?? []).map((piece) => ('text' in piece ? piece.text : '')).join('')
      const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
      const name = ['section', ...words].join('-')
      let id = name
      for (let number = 2; used.has(id); number++) id = `${name}-${number}`
      used.add(id)
      return { block, id }
    })
}
