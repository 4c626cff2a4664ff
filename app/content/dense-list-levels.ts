type Paragraph = { listItem?: unknown; level?: unknown }

/** Closes gaps in list levels, which imports contain. Browsers would draw an empty item for each gap. */
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
