// @vitest-environment happy-dom
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import untilHydrated from '#app/hydration/until-hydrated.ts'

const FILES = ['/assets/none-1.js', '/assets/none-2.js']
const IDS = ['root']
const fetched = () =>
  [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.getAttribute('href'))

const nextTask = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
/** The browser's news of a paint, which is not one yet. */
function untilPainted() {
  let painted = () => {}
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(listener: () => void) {
        painted = listener
      }
      observe() {}
    },
  )
  return () => {
    painted()
    return nextTask()
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  dispatchEvent(new Event('hydrated')) // it listens no more
  document.head.replaceChildren()
  document.body.replaceChildren()
})

test('nothing is fetched before the first sign; then everything, once', () => {
  untilHydrated(FILES, IDS)
  expect(fetched()).toEqual([])
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(fetched()).toEqual(FILES)
})

test('a pointer that is moved is a sign; one that a browser without a screen has in its corner is none', async () => {
  untilHydrated(FILES, IDS)
  const moveTo = async (x: number, y: number) => {
    document.body.dispatchEvent(Object.assign(new Event('pointermove', { bubbles: true }), { x, y }))
    await nextTask()
  }
  await moveTo(0, 0)
  expect(fetched()).toEqual([])
  await moveTo(0, 5)
  expect(fetched()).toEqual(FILES)
})

test('a page that is idle is waited for until it can be painted', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let frame = () => {}
  vi.stubGlobal('requestAnimationFrame', (then: () => void) => {
    frame = then
  })
  vi.stubGlobal('requestIdleCallback', () => {}) // a busy machine is never idle
  untilHydrated(FILES, IDS)
  dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(60_000)
  expect(fetched()).toEqual([])
  frame()
  vi.advanceTimersByTime(999)
  expect(fetched()).toEqual([])
  vi.advanceTimersByTime(100)
  expect(fetched()).toEqual(FILES)
})

test('what does not wait is fetched once the page has been painted', async () => {
  const paint = untilPainted()
  untilHydrated(FILES, IDS, true)
  await nextTask()
  expect(fetched()).toEqual([])
  await paint()
  expect(fetched()).toEqual(FILES)
})

test('presses are made once the script is there; those that open something go through', () => {
  document.body.innerHTML = `
    <button type="button" id="chat"></button>
    <button type="button" id="menu" popovertarget="x"></button>
    <button type="submit" id="send"></button>`
  const pressed: string[] = []
  document.addEventListener('click', ({ target, defaultPrevented }) => {
    if (!defaultPrevented) pressed.push((target as Element).id)
  })
  untilHydrated(FILES, IDS)
  for (const id of ['chat', 'menu', 'send']) document.getElementById(id)?.click()
  expect(pressed).toEqual(['menu'])
  dispatchEvent(new Event('hydrated'))
  expect(pressed).toEqual(['menu', 'chat', 'send'])
  document.getElementById('chat')?.click()
  expect(pressed).toEqual(['menu', 'chat', 'send', 'chat'])
})

test('a link that is opened in a tab or window of its own is the browser’s, also while the script is on its way', () => {
  document.body.innerHTML = '<a href="/pricing" id="link"></a>'
  const link = document.getElementById('link')!
  const followed: string[] = []
  const follow = (event: MouseEvent) => {
    if (!event.defaultPrevented) followed.push(event.type)
    event.preventDefault()
  }
  document.addEventListener('click', follow)
  onTestFinished(() => document.removeEventListener('click', follow))
  untilHydrated(FILES, IDS)
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  for (const file of document.querySelectorAll('link[rel=modulepreload]'))
    file.dispatchEvent(new Event('load'))
  const press = (keys: MouseEventInit) =>
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
  for (const key of ['altKey', 'ctrlKey', 'metaKey', 'shiftKey']) press({ [key]: true })
  expect(followed).toHaveLength(4)
  dispatchEvent(new Event('hydrated'))
  expect(followed, 'nothing waited').toHaveLength(4)
})

test('links, tabs and forms wait a second for the script, then they are the browser’s, once; buttons wait on', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  document.body.innerHTML = `
    <a href="/pricing" id="link"></a><a href="#mission" role="tab" id="tab"></a>
    <form method="post" id="enquiry"><button id="send"></button></form><button type="button" id="chat"></button>`
  const led: string[] = []
  const lead = (event: Event) => {
    if (!event.defaultPrevented) led.push((event.target as Element).id)
    event.preventDefault()
  }
  untilHydrated(FILES, IDS)
  addEventListener('click', lead, { capture: true })
  onTestFinished(() => removeEventListener('click', lead, { capture: true }))
  const press = () => {
    for (const id of ['link', 'tab', 'send', 'chat']) document.getElementById(id)?.click()
  }
  press()
  press()
  vi.advanceTimersByTime(900)
  expect(led).toEqual([])
  vi.advanceTimersByTime(200)
  expect(led.splice(0)).toEqual(['link', 'tab', 'send'])
  press()
  expect(led.splice(0), 'no patience is left').toEqual(['link', 'tab', 'send'])
  dispatchEvent(new Event('hydrated'))
  expect(led).toEqual(['chat'])
})

test('the space bar presses a link that passes for a button or a tab, and what it presses waits as after a click', () => {
  document.body.innerHTML = `
    <a href="#review" role="button" id="review"></a><a href="#mission" role="tab" id="tab"></a>
    <a href="/pricing" id="link"></a><input id="field">`
  const pressed: string[] = []
  for (const element of document.querySelectorAll('a'))
    element.addEventListener('click', (event) => event.defaultPrevented || pressed.push(element.id))
  untilHydrated(FILES, IDS)
  const scrolls = (id: string, key: string, more: KeyboardEventInit = {}) =>
    document
      .getElementById(id)
      ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  expect(scrolls('review', ' ')).toBe(false)
  expect(scrolls('tab', ' ')).toBe(false)
  for (const id of ['link', 'field']) expect(scrolls(id, ' '), id).toBe(true)
  expect(scrolls('review', 'Enter'), 'the browser’s own press').toBe(true)
  expect(scrolls('review', ' ', { ctrlKey: true })).toBe(true)
  expect(pressed).toEqual([])
  dispatchEvent(new Event('hydrated'))
  expect(pressed).toEqual(['review', 'tab'])
})

test('once the script is there, a form waits for React and is sent once', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  document.body.innerHTML = `
    <form method="post" id="enquiry"><button id="send"></button></form>`
  const sent: string[] = []
  const send = (event: Event) => {
    sent.push((event.target as Element).id)
    event.preventDefault()
  }
  document.addEventListener('submit', send)
  onTestFinished(() => document.removeEventListener('submit', send))
  untilHydrated(FILES, IDS)
  for (let i = 0; i < 2; i++) document.getElementById('send')?.click()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  for (const link of document.querySelectorAll('link[rel=modulepreload]'))
    link.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(900)
  expect(sent).toEqual([])
  dispatchEvent(new Event('hydrated'))
  expect(sent).toEqual(['enquiry'])
})

test('a form that waited for a React that can’t be had is sent by the browser, with the button that was pressed', async () => {
  document.body.innerHTML =
    '<form method="post"><button name="intent" value="save" id="send"></button></form>'
  const by: unknown[] = []
  document.addEventListener('submit', (event) => {
    event.preventDefault()
    by.push(event.submitter?.id)
  })
  untilHydrated(FILES, IDS)
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  for (const link of document.querySelectorAll('link[rel=modulepreload]'))
    link.dispatchEvent(new Event('load'))
  document.getElementById('send')?.click()
  expect(by).toEqual([])
  await expect.poll(() => by).toEqual(['send'])
})

test('while React takes over, presses stay with the browser', async () => {
  const paint = untilPainted()
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
  // A script that comes, and is never done: one that can't be had may be given up before the presses.
  const files = [
    '/assets/none-1.js',
    'data:text/javascript,export const takeOver = () => new Promise(() => {})',
  ]
  untilHydrated(files, IDS, true)
  await paint()
  press()
  expect(heard.splice(0)).toEqual(['input'])
  dispatchEvent(new Event('hydrated'))
  expect(heard.splice(0), 'made again').toEqual(['click'])
  press()
  expect(heard).toEqual(names)
})
