// @vitest-environment happy-dom

import { BufferedDocument, Mutation } from '@sanity/mutator'
import { ThemeProvider } from '@sanity/ui'
import { buildTheme } from '@sanity/ui/theme'
import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentType } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { notSaved } from '#studio/features/not-saved.tsx'
import { forget, refusedWords } from '#studio/features/refused-words.ts'

configure({ asyncUtilTimeout: 30_000 }) // a busy machine

vi.mock('sanity', () => ({
  definePlugin: (plugin: object) => () => plugin,
  useConditionalToast: () => {},
}))
vi.mock('#studio/schema/types.ts', () => ({ schemaTypes: [] }))
vi.mock('#studio/validation/references.ts', () => ({ nameOf: () => 'A question' }))

afterEach(() => {
  cleanup()
  for (const one of refusedWords()) forget(one)
})

function refuse(_id: string, set: object) {
  const document = new BufferedDocument({ _id, _type: 'faqItem', question: 'One' } as never)
  document.commitHandler = ({ cancel }) => cancel(new Error('Too long'))
  document.add(new Mutation({ mutations: [{ patch: { id: _id, set } } as never] }))
  act(() => void document.commit().catch(() => {}))
}

test('what is said of one is said until it is closed, and of no other', async () => {
  Object.assign(navigator.clipboard, { writeText: async () => {} })
  const { layout: Layout } = (
    notSaved() as unknown as { studio: { components: { layout: ComponentType<object> } } }
  ).studio.components
  render(
    <ThemeProvider theme={buildTheme()}>
      <Layout {...{ renderDefault: () => null }} />
    </ThemeProvider>,
  )
  const shown = () => screen.getByLabelText<HTMLTextAreaElement>('What you typed').value
  refuse('drafts.a', { question: 'First', isShown: false })
  fireEvent.click(screen.getByRole('button', { name: 'Copy' }))
  await screen.findByText('Copied.')
  refuse('drafts.b', { question: 'Second' })
  refuse('drafts.c', { isShown: false })
  expect(shown()).toContain('First')
  expect(screen.getByRole('status').textContent).toBe('Copied.')
  screen.getByText('What else you changed is not saved either: “isShown”.')
  const close = () => fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  close()
  expect(shown()).toContain('Second')
  expect(screen.getByRole('status').textContent).toBe('')
  expect(screen.queryByText(/What else/)).toBeNull()
  close()
  screen.getByRole('dialog', { name: 'What you changed could not be saved' })
  screen.getByText('What you changed is not saved: “isShown”.')
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Close')
})
