import type { Budget } from '../budget.ts'
import { isObject } from '../values.ts'
import type { FunctionSet } from './definition.ts'
import { joinTexts } from './string.ts'

/** https://spec.groq.dev/#sec-Portable-Text-Extension */
export const ptFunctions: FunctionSet = {
  text: {
    arity: [1, 1],
    evaluate: (runtime, _, value) => portableText(value, runtime.budget),
  },
}

// Nested lists cost no steps to create.
const MAX_LEVELS = 10

export function portableText(value: unknown, budget: Budget): string | null {
  if (!Array.isArray(value)) return blockText(value, budget)
  const texts: string[] = []
  const collect = (list: unknown[], levels: number) => {
    for (const item of list) {
      budget.steps(4)
      if (Array.isArray(item) && levels > 0) collect(item, levels - 1)
      const text = blockText(item, budget)
      if (text !== null) texts.push(text)
    }
  }
  collect(value, MAX_LEVELS)
  return texts.length > 0 ? joinTexts(texts, '\n\n', budget) : null
}

function blockText(block: unknown, budget: Budget): string | null {
  if (!isObject(block) || typeof block._type !== 'string' || !Array.isArray(block.children)) return null
  budget.steps(block.children.length)
  const texts = block.children.map((child) =>
    isObject(child) && child._type === 'span' && typeof child.text === 'string' ? child.text : '',
  )
  return joinTexts(texts, '', budget)
}
