import type { Rule, StoredDocument } from '#studio/validation/rule.ts'
import { pathText, walk } from '#studio/validation/walk.ts'

/** Warns about pictures without a description, and about a replaced picture that keeps the description of the old one. */
export const altText: Rule = {
  name: 'alt-text',
  title: 'Pictures without a fitting description',
  help: 'A picture has no description, or was replaced and still has the description of the old picture. Screen readers and search engines rely on it. Say in a sentence what the picture shows.',
  level: 'warning',
  check(document, { published }) {
    const before = new Map(picturesIn(published).map((picture) => [pathText(picture.path), picture]))
    return picturesIn(document).flatMap(({ path, asset, alt }) => {
      if (!asset) return []
      const at = [...path, 'alt']
      if (!String(alt ?? '').trim())
        return [{ path: at, message: 'This picture has no description. Say what it shows.' }]
      const known = before.get(pathText(path))
      return known?.asset && known.asset._ref !== asset._ref && known.alt === alt
        ? [
            {
              path: at,
              message:
                'The picture was replaced, but the description is still the old one. Say what the new picture shows.',
              value: asset._ref ?? '',
              // To swap a picture is an everyday task: one more question each time would be answered unread.
              level: 'info' as const,
            },
          ]
        : []
    })
  },
}

const picturesIn = (document: StoredDocument | undefined) =>
  [...walk(document)].flatMap(({ kind, path, value }) =>
    kind === 'object' && value._type === 'picture'
      ? [{ path, ...(value as { asset?: { _ref?: string }; alt?: unknown }) }]
      : [],
  )
