// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest'
import untilHydrated from '#app/hydration/until-hydrated.ts'

const SETUP = { files: ['/assets/none-1.js', '/assets/none-2.js'], routes: ['root'] }
const fetched = () =>
  [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'))

afterEach(() => {
  dispatchEvent(new Event('hydrated')) // it listens no more
  document.head.replaceChildren()
  document.body.replaceChildren()
})

test('nothing is fetched before the first sign; then everything, once', () => {
  untilHydrated(SETUP)
  expect(fetched()).toEqual([])
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(fetched()).toEqual(SETUP.files)
})

test('what does not wait is fetched at once', () => {
  untilHydrated({ ...SETUP, now: true })
  expect(fetched()).toEqual(SETUP.files)
})

test('presses of buttons that need the script are made once it is there; others go through', () => {
  document.body.innerHTML = `
    <button type="button" id="chat"></button>
    <button type="button" id="menu" popovertarget="x"></button>
    <button type="submit" id="send"></button>`
  const pressed: string[] = []
  document.addEventListener('click', ({ target }) => pressed.push((target as Element).id))
  untilHydrated(SETUP)
  for (const id of ['chat', 'menu', 'send']) document.getElementById(id)?.click()
  expect(pressed).toEqual(['menu', 'send'])
  dispatchEvent(new Event('hydrated'))
  expect(pressed).toEqual(['menu', 'send', 'chat'])
  document.getElementById('chat')?.click()
  expect(pressed).toEqual(['menu', 'send', 'chat', 'chat'])
})

test('while React takes over, presses stay with the browser', () => {
  document.body.innerHTML = '<button type="submit" id="send"></button>'
  const heard: string[] = []
  const names = [
    'pointerdown',
    'mousedown',
    'touchstart',
    'pointerup',
    'mouseup',
    'touchend',
    'click',
    'input',
  ]
  for (const name of names) document.addEventListener(name, () => heard.push(name), { capture: true })
  const press = () => {
    for (const name of names)
      document.getElementById('send')?.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }))
  }
  untilHydrated({ ...SETUP, now: true })
  press()
  expect(heard.splice(0)).toEqual(['input'])
  dispatchEvent(new Event('hydrated'))
  press()
  expect(heard).toEqual(names)
})
