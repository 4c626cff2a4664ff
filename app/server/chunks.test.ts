import { expect, test } from 'vitest'
import { chunkOf, shortNames } from '#app/server/chunks.ts'

const MODULES: Record<string, string[]> = {
  '/p/app/entry.client.ts': ['/p/app/visit.ts', '\0loader'],
  '/p/app/hydration/hydrate.tsx': [
    '/p/app/hydration/react.ts',
    '/p/app/hydration/router.ts',
    '/p/node_modules/react/index.js',
    '/p/app/root.tsx',
  ],
  '/p/app/hydration/router.ts': ['/p/node_modules/@remix-run/react/index.js'],
  '/p/app/root.tsx': ['/p/app/ui/button.tsx', '/p/app/visit.ts', '\0helper'],
  '/p/app/ui/button.tsx': ['/p/app/ui/button.module.css'],
  '/p/app/routes/checkout.tsx': [
    '/p/app/checkout/form.tsx',
    '/p/app/checkout/form.module.css',
    '/p/app/ui/button.tsx',
  ],
  '/p/app/checkout/form.tsx': ['/p/node_modules/zod/index.js'],
  '/p/app/contact/form.tsx': ['/p/app/contact/form.module.css'],
}
const graph = {
  getModuleIds: () => Object.keys(MODULES),
  getModuleInfo: (id: string) => ({ importedIds: MODULES[id] ?? [] }),
}

test('what begins early is one file, what all pages need another, React a third, other libraries a fourth; the rest comes with what needs it', () => {
  const chunk = chunkOf('/p')
  const chunks = Object.fromEntries(
    [...new Set([...Object.keys(MODULES), ...Object.values(MODULES).flat()])].map((id) => [
      id,
      chunk(id, graph),
    ]),
  )
  expect(chunks).toEqual({
    '/p/app/entry.client.ts': undefined,
    '/p/app/visit.ts': 'early', // wherever else it is imported
    '\0loader': 'early',
    '/p/app/hydration/hydrate.tsx': 'site',
    '/p/app/root.tsx': 'site',
    '/p/app/ui/button.tsx': 'site',
    '/p/app/ui/button.module.css': 'site',
    '/p/app/hydration/react.ts': 'react',
    '/p/app/hydration/router.ts': 'libraries',
    '/p/node_modules/@remix-run/react/index.js': 'libraries',
    '/p/node_modules/react/index.js': 'react',
    '\0helper': 'react',
    '/p/app/routes/checkout.tsx': undefined,
    '/p/app/checkout/form.tsx': undefined,
    '/p/app/checkout/form.module.css': undefined,
    '/p/node_modules/zod/index.js': undefined,
    '/p/app/contact/form.tsx': undefined,
    '/p/app/contact/form.module.css': 'site', // styles never come later than the page
  })
})

test('class names are short, the same in each build, and different where they come from different places', () => {
  const [one, other] = [shortNames('/p'), shortNames('/p')]
  expect(one('card', '/p/app/a.module.css')).toMatch(/^[a-z][a-z0-9]{3}$/)
  expect(one('card', '/p/app/a.module.css')).toBe(other('card', '/p/app/a.module.css?used'))
  expect(one('card', '/p/app/b.module.css')).not.toBe(one('card', '/p/app/a.module.css'))
  const names = Array.from({ length: 100 }, (_, index) => one(`name${index}`, '/p/app/a.module.css'))
  expect(new Set(names).size).toBe(100)
  expect(() => {
    for (let index = 0; index < 50_000; index++) one('card', `/p/app/${index}.module.css`)
  }).toThrow(/are both/)
})

test('the names of a file begin alike, which compresses', () => {
  const name = shortNames('/p')
  const [card, head] = ['card', 'head'].map((each) => name(each, '/p/app/a.module.css')) as [string, string]
  expect(head).not.toBe(card)
  expect(head.slice(0, 3)).toBe(card.slice(0, 3))
})
