import { type Block, blockText } from '#studio/validation/walk.ts'

/**
 * The text of a field, whatever an import left in it; undefined if there is none. Multilingual projects keep an object or a list of
 * translations in a title. A quote in a text counts as "…".
 */
export function textOf(value: unknown): string | undefined {
  const text = Array.isArray(value) ? textOfBlocks(value) : value
  return typeof text === 'string' && text.trim() ? text : undefined
}

const textOfBlocks = (list: unknown[]): string =>
  list
    .filter((item): item is Block => (item as Partial<Block> | null)?._type === 'block')
    .map((block) => blockText(block).replaceAll('\uFFFC', '…'))
    .join(' ')
