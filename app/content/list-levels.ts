type Paragraph = { listItem?: unknown; level?: unknown }

/**
 * The paragraphs of a text with list levels that start at 1 and skip none. Word processors and imports leave gaps, for which a
 * browser would draw the markers of empty items.
 */
export function withoutLevelGaps<P extends Paragraph>(paragraphs: P[]): P[] {
  let open: number[] = []
  return paragraphs.map((paragraph) => {
    if (!paragraph.listItem) {
      open = []
      return paragraph
    }
    const given = typeof paragraph.level === 'number' ? paragraph.level : 1
    open = [...open.filter((level) => level < given), given]
    return open.length === paragraph.level ? paragraph : { ...paragraph, level: open.length }
  })
}
