// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellAfterPress } from '#app/checkout/after-press.ts'

let told: string[]
let stop: () => void
beforeEach(() => {
  document.body.innerHTML =
    '<form id="details"><input name="city"><input name="state"></form><input name="other"><button>Pay</button><iframe></iframe>'
  told = []
  document.addEventListener('focusout', hear)
  vi.useFakeTimers()
  stop = tellAfterPress('details')
})
afterEach(() => {
  stop()
  document.removeEventListener('focusout', hear)
  vi.useRealTimers()
})

const hear = (event: Event) => void told.push((event.target as HTMLInputElement).name)
const element = (selector: string) => document.querySelector<HTMLElement>(selector)!
const field = (name: string) => element(`[name=${name}]`)
const mouse = (type: string) => element('button').dispatchEvent(new MouseEvent(type, { bubbles: true }))
/** As browsers do it: the field is left for `next`, or for nothing that the page knows. */
function leave(name: string, next?: HTMLElement, active: HTMLElement | undefined = next) {
  vi.spyOn(document, 'activeElement', 'get').mockReturnValue(active ?? document.body)
  field(name).dispatchEvent(new FocusEvent('focusout', { bubbles: true, relatedTarget: next ?? null }))
}

test('a field that is left by key is told at once, one that a press takes the focus from once that has ended', () => {
  leave('city', field('state'))
  expect(told.splice(0)).toEqual(['city'])
  mouse('mousedown')
  leave('state', element('button'))
  vi.runAllTimers()
  expect(told).toEqual([])
  mouse('mouseup')
  expect(told, 'after the click').toEqual([])
  vi.runAllTimers()
  expect(told.splice(0)).toEqual(['state'])
  leave('other')
  expect(told.splice(0), 'of another form').toEqual(['other'])
  mouse('mousedown') // let go above a frame: nothing is heard of that
  field('city').dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  leave('city', field('state'))
  expect(told, 'by key, after a press whose end was not heard').toEqual(['city'])
})

test('of a press in a frame nothing is heard: the field is told once the page has the focus again; one left for nothing, a moment later', () => {
  leave('city', undefined, element('iframe'))
  vi.runAllTimers()
  expect(told).toEqual([])
  leave('state', undefined)
  expect(told).toEqual([])
  vi.runAllTimers()
  expect(told.splice(0)).toEqual(['city', 'state'])
  vi.runAllTimers()
  expect(told, 'once').toEqual([])
  leave('city', undefined, field('city'))
  vi.runAllTimers()
  expect(told, 'nor one that has the focus again').toEqual([])
})
