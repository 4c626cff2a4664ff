// @vitest-environment happy-dom
import { act, render } from '@testing-library/react'
import { useRef, useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { useDraft } from '#app/forms/use-draft.ts'

let wording = 'Yes, call me.'
let value = 'a wording'
let city = 'Dover'
let isTicked = false

function Form() {
  const around = useRef<HTMLDivElement>(null)
  const [changed, setChanged] = useState(false)
  useDraft(wording, around)
  return (
    <div ref={around} onInput={() => setChanged(true)} data-changed={changed || undefined}>
      <input type="hidden" name="form" defaultValue="form" />
      <input name="city" defaultValue={city} />
      <textarea name="text" />
      <label>
        <input type="checkbox" name="call" value={value} defaultChecked={isTicked} />
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

test('what was typed, ticked and chosen is there again where Back leads, and nowhere else', async () => {
  const { go, back, one, type, state } = visit()
  type()
  await go('/elsewhere')
  for (const path of ['/other', '/']) {
    await go(path)
    expect(state(), path).toEqual(BLANK)
  }
  await back(-3)
  expect(state()).toEqual(TYPED)
  expect(one('[data-changed]'), 'the form is told').not.toBeNull()
})

test('what goes by another name begins anew', async () => {
  const { go, back, type, state } = visit()
  type()
  await go('/elsewhere')
  wording = 'Yes, call me every day.'
  await back(-1)
  expect(state()).toEqual(BLANK)
})

test('a tick comes back only to a box with the same value', async () => {
  const { go, back, type, state } = visit()
  type()
  await go('/elsewhere')
  value = 'another wording'
  await back(-1)
  expect(state()).toEqual(['Lewes', 'They called.', false, '2'])
})

test('what is saved by now as it was typed is not typed over it', async () => {
  const { go, back, one } = visit()
  one<HTMLInputElement>('[name=city]').value = 'Lewes'
  await go('/elsewhere')
  city = 'Lewes'
  await back(-1)
  expect(one<HTMLInputElement>('[name=city]').value).toBe('Lewes')
  expect(one('[data-changed]')).toBeNull()
})

test('of a form that nobody has touched nothing is kept', async () => {
  const { go, back, state } = visit()
  await go('/elsewhere')
  isTicked = true
  await back(-1)
  isTicked = false
  expect(state()[2], 'ticked by the page itself').toBe(true)
})

test('a place on the page that the browser goes to by itself brings nothing, though it has the first page’s key', async () => {
  wording = 'Yes, write to me.'
  city = 'Dover'
  const { back, one, type, state } = visit([
    { pathname: '/', key: 'default' },
    '/elsewhere',
    '/',
    { pathname: '/', hash: '#main', key: 'default' },
  ])
  type()
  await back(1)
  await back(1)
  expect(state()).toEqual(BLANK)
  one<HTMLInputElement>('[name=city]').value = 'Milford'
  await back(1)
  expect(state()).toEqual(['Milford', '', false, '1'])
})
