import type { Budget } from '#studio/lake/groq/budget.ts'
import type { FunctionSet } from '#studio/lake/groq/functions/definition.ts'
import { joinTexts } from '#studio/lake/groq/functions/text.ts'
import { isObject } from '#studio/lake/groq/values.ts'

/** https://spec.groq.dev/#sec-Portable-Text-Extension */
export const ptFunctions: FunctionSet = {
  text: {
    arity: [1, 1],
    evaluate(runtime, _, value) {
      if (Array.isArray(value)) runtime.budget.steps(value.length * 4)
      return portableText(value, runtime.budget)
    },
  },
}

/** The text of a block, or of the blocks in a list; null when there is none. */
export function portableText(value: unknown, budget: Budget): string | null {
  if (!Array.isArray(value)) return blockText(value)
  const texts = value
    .flat(10)
    .map(blockText)
    .filter((text) => text !== null)
  return texts.length > 0 ? joinTexts(texts, '\n\n', budget) : null
}

function blockText(block: unknown): string | null {
  if (!isObject(block) || typeof block._type !== 'string' || !Array.isArray(block.children)) return null
  return block.children
    .map((child) =>
      isObject(child) && child._type === 'span' && typeof child.text === 'string' ? child.text : '',
    )
    .join('')
}
