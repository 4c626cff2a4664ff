type Paragraph = { listItem?: unknown; level?: unknown }

/**
 * Closes gaps in list levels: they start at 1 and skip none. Word processors and imports leave gaps, for which a browser
 * would draw the markers of empty items.
 */
export function denseListLevels<P extends Paragraph>(paragraphs: P[]): P[] {
  let open: number[] = []
  return paragraphs.map((paragraph) => {
    if (!paragraph.listItem) {
      open = []
      return paragraph
    }
    const level = typeof paragraph.level === 'number' ? paragraph.level : 1
    open = [...open.filter((outer) => outer < level), level]
    return open.length === paragraph.level ? paragraph : { ...paragraph, level: open.length }
  })
}
