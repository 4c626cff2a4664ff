import type { FunctionSet } from '#studio/lake/groq/functions/definition.ts'
import { isObject } from '#studio/lake/groq/values.ts'

/** https://spec.groq.dev/#sec-Portable-Text-Extension */
export const ptFunctions: FunctionSet = {
  text: {
    arity: [1, 1],
    evaluate(runtime, _, value) {
      if (Array.isArray(value)) runtime.budget.steps(value.length * 4)
      return portableText(value)
    },
  },
}

/** The text of a block, or of the blocks in a list; null when there is none. */
export function portableText(value: unknown): string | null {
  if (!Array.isArray(value)) return blockText(value)
  const texts = value
    .flat(10)
    .map(blockText)
    .filter((text) => text !== null)
  return texts.length > 0 ? texts.join('\n\n') : null
}

function blockText(block: unknown): string | null {
  if (!isObject(block) || typeof block._type !== 'string' || !Array.isArray(block.children)) return null
  return block.children
    .map((child) =>
      isObject(child) && child._type === 'span' && typeof child.text === 'string' ? child.text : '',
    )
    .join('')
}
