import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { traceOf } from '#app/trace.server.ts'
import { bundled } from '#tests/support/bundled.ts'

const SOURCE = `type Page = { title: string }

export function broken(page: Page): never {
  throw new Error('no ' + page.title)
}`

test('a stack names the sources of what was bundled, also of the same places later, and leaves the rest', async () => {
  const folder = await bundled({
    'app/pages.ts': SOURCE,
    'app/server/main.ts': "export * from '../pages.ts'",
  })
  const file = join(folder, 'build/server/site.js')
  const { broken } = await import(pathToFileURL(file).href)
  const errors = ['picture', 'word'].map((title) => {
    try {
      return broken({ title })
    } catch (error) {
      return error
    }
  })
  const told = traceOf(errors[0])
  expect(told).toMatch(/^Error: no picture\n/)
  expect(told).toContain(`${join(folder, 'app/pages.ts')}:4:9`)
  expect(told).toContain(import.meta.filename) // this file was bundled by nobody
  expect(readFileSync(file, 'utf8')).not.toContain('sourceMappingURL') // or Node would read it at each start
  rmSync(`${file}.map`)
  expect(traceOf(errors[1])).toBe(told.replace('picture', 'word'))
})

test('what is no error, has no stack, or whose map is broken is told as it is', async () => {
  expect(traceOf('down')).toBe('down')
  expect(traceOf(undefined)).toBe('undefined')
  expect(traceOf(Object.assign(new Error('bare'), { stack: undefined }))).toBe('Error: bare')
  const folder = await bundled({ 'app/server/main.ts': '' })
  writeFileSync(join(folder, 'build/server/site.js.map'), '{')
  const stack = `Error: x\n    at f (${pathToFileURL(join(folder, 'build/server/site.js'))}:1:2)`
  expect(traceOf(Object.assign(new Error('x'), { stack }))).toBe(stack)
})
