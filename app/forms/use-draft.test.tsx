// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { useRef, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useDraft } from '#app/forms/use-draft.ts'

let wording = 'Yes, call me.'
let value = 'a wording'

function Form() {
  const around = useRef<HTMLDivElement>(null)
  const [changed, setChanged] = useState(false)
  useDraft(wording, around)
  return (
    <div ref={around} onInput={() => setChanged(true)} data-changed={changed || undefined}>
      <input type="hidden" name="form" defaultValue="form" />
      <input name="city" defaultValue="Dover" />
      <textarea name="text" />
      <label>
        <input type="checkbox" name="call" value={value} />
        {wording}
      </label>
      {[1, 2].map((value) => (
        <input key={value} type="radio" name="rating" value={value} defaultChecked={value === 1} />
      ))}
    </div>
  )
}

type Entries = NonNullable<Parameters<typeof createMemoryRouter>[1]>['initialEntries']

function visit(initialEntries?: Entries) {
  const router = createMemoryRouter(
    ['/', '/other', '/elsewhere'].map((path) => ({ path, element: path === '/elsewhere' ? null : <Form /> })),
    { initialEntries, initialIndex: 0 },
  )
  const { container } = render(<RouterProvider router={router} />)
  const one = <T extends Element>(selector: string) => container.querySelector<T>(selector)!
  const state = () => [
    one<HTMLInputElement>('[name=city]').value,
    one<HTMLTextAreaElement>('textarea').value,
    one<HTMLInputElement>('[name=call]').checked,
    one<HTMLInputElement>('[name=rating]:checked').value,
  ]
  return {
    go: (to: string) => act(() => router.navigate(to)),
    back: (pages: number) => act(() => router.navigate(pages)),
    one,
    state,
    type() {
      one<HTMLInputElement>('[name=city]').value = 'Lewes'
      one<HTMLTextAreaElement>('textarea').value = 'They called.'
      one<HTMLInputElement>('[name=call]').click()
      one<HTMLInputElement>('[value="2"]').click()
      expect(state()).toEqual(TYPED)
    },
  }
}
const BLANK = ['Dover', '', false, '1']
const TYPED = ['Lewes', 'They called.', true, '2']

test('Back restores typed text, ticks and choices, and a new visit does not', async () => {
  const { go, back, one, type, state } = visit()
  type()
  await go('/elsewhere')
  for (const path of ['/other', '/']) {
    await go(path)
    expect(state(), path).toEqual(BLANK)
  }
  await back(-3)
  expect(state()).toEqual(TYPED)
  expect(one('[data-changed]'), 'the form gets an input event').not.toBeNull()
})

test('a draft is not restored under another name', async () => {
  const { go, back, type, state } = visit()
  type()
  await go('/elsewhere')
  wording = 'Yes, call me every day.'
  await back(-1)
  expect(state()).toEqual(BLANK)
})

test('a tick is restored only to a checkbox with the same value', async () => {
  const { go, back, type, state } = visit()
  type()
  await go('/elsewhere')
  value = 'another wording'
  await back(-1)
  expect(state()).toEqual(['Lewes', 'They called.', false, '2'])
})
