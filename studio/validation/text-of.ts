import { type Block, blockText } from '#studio/validation/walk.ts'

/** Returns the text of a field; undefined for other values, such as an imported object. A quote becomes "…". */
export function textOf(value: unknown): string | undefined {
  const text = Array.isArray(value) ? textOfBlocks(value) : value
  return typeof text === 'string' && text.trim() ? text : undefined
}

const textOfBlocks = (list: unknown[]): string =>
  list
    .filter((item): item is Block => (item as Partial<Block> | null)?._type === 'block')
    .map((block) => blockText(block).replaceAll('\uFFFC', '…'))
    .join(' ')
