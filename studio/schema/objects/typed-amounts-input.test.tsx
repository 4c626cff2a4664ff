// @vitest-environment happy-dom

import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { cleanup, configure, render, screen } from '@testing-library/react'
import type { InputProps } from 'sanity'
import { afterEach, test, vi } from 'vitest'
import { TypedAmountsInput } from '#studio/schema/objects/typed-amounts-input.tsx'
import { seedContent } from '#studio/validation/seed.test-support.ts'

const { client, readContent } = vi.hoisted(() => ({ client: {}, readContent: vi.fn() }))
vi.mock('sanity', () => ({ useClient: () => client, set: () => {} }))
vi.mock('@sanity/ui/toast', () => ({ useToast: () => ({ push: () => {} }) }))
vi.mock('#studio/validation/published-content.ts', async (original) => ({
  ...(await original<object>()),
  readContent,
}))
vi.mock('#studio/schema/objects/quote-plugin.tsx', () => ({
  EditorRef: ({ children }: { children: unknown }) => children,
  quoteInEditor: () => true,
}))
vi.mock('#studio/schema/objects/paste.ts', () => ({ pasteText: () => undefined }))

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

afterEach(cleanup)

const saying = (text: string) => {
  const value = [{ _key: 'b', _type: 'block', children: [{ _key: 's', _type: 'span', text }] }]
  return (
    <ThemeProvider theme={buildTheme()}>
      <TypedAmountsInput {...({ value, renderDefault: () => null } as unknown as InputProps)} />
    </ThemeProvider>
  )
}

test('plans that could not be read at first, or changed since, count as soon as something is typed', async () => {
  readContent.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  const { rerender } = render(saying('Hot Seller Lead'))
  const content = seedContent()
  readContent.mockResolvedValue(content)
  rerender(saying('Hot Seller Lead: $299'))
  await screen.findByText(/“\$299” is typed, and equals the price of Hot Seller Lead/)
  const plans = content.plans.map((plan) =>
    plan._id === 'plan-hot-seller-lead' ? { ...plan, price: 309 } : plan,
  )
  readContent.mockResolvedValue({ ...content, plans })
  rerender(saying('A Hot Seller Lead: $299'))
  await screen.findByText(/“\$299” contradicts the price of Hot Seller Lead: \$309/)
})
