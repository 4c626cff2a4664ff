import { expect, test } from 'vitest'
import { contentOf } from '#app/content/content.server.ts'

test('pictures come from the origins of their addresses, each once; what could change a policy is none', async () => {
  const addresses = [
    'https://logos.example/a.svg',
    'https://logos.example/b.svg?c',
    'http://127.0.0.1:4000/c.svg',
    'https://evil;sandbox,b.example/d.svg',
    'data:image/png;base64,AA',
    '/e.svg',
    null,
  ]
  const content = contentOf({ get: async () => addresses } as never)
  expect(await content.pictureOrigins()).toEqual(['https://logos.example', 'http://127.0.0.1:4000'])
})
