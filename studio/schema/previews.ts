import type { PreviewConfig, SchemaTypeDefinition } from 'sanity'
import { textOf } from '#studio/validation/text-of.ts'

type WithParts = { preview?: PreviewConfig; fields?: unknown; of?: unknown }

/** Hides invalid values from the previews of a type and of the types inside it. */
export function withTextPreview<T extends SchemaTypeDefinition>(type: T): T {
  const { preview, fields, of } = type as WithParts
  return {
    ...type,
    ...(Array.isArray(fields) && { fields: fields.map(withTextPreview) }),
    ...(Array.isArray(of) && { of: of.map(withTextPreview) }),
    ...(preview?.select && { preview: { ...preview, prepare: prepareText(preview) } }),
  }
}

/** Sanity shows "Invalid preview config" for a title that is not a string, and throws on an invalid image reference. */
const prepareText =
  ({ prepare = (selected) => selected }: PreviewConfig): NonNullable<PreviewConfig['prepare']> =>
  (selected, options) =>
    prepare(
      Object.fromEntries(Object.entries(selected).map(([name, value]) => [name, displayable(value)])),
      options,
    )

function displayable(value: unknown): unknown {
  if (typeof value === 'number') return value
  const ref = (value as { asset?: { _ref?: unknown } } | null | undefined)?.asset?._ref
  return typeof ref === 'string' && /^image-\w+-\d+x\d+-\w+$/.test(ref) ? value : textOf(value)
}
