type Span = { text?: string }

/** What the list of blocks shows: the block's heading, or its kind where it has none. */
export function blockTitle(heading: unknown, kind: string): string {
  if (typeof heading === 'string' && heading) return heading
  if (Array.isArray(heading)) {
    const line = (heading[0] as { children?: Span[] } | undefined)?.children
      ?.map(({ text }) => text ?? '…')
      .join('')
    if (line) return line
  }
  return kind
}
