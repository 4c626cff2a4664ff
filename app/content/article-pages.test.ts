import { expect, test } from 'vitest'
import { pageCount } from '#app/content/article-pages.ts'
import { loader } from '#app/routes/($slug).page.$number.tsx'

/** The target of the redirect from page 1 of a list. */
const redirectOf = (slug: string | undefined): Promise<string> =>
  loader({ params: { slug, number: '1' } } as never).then(
    () => 'no redirect',
    (answer: Response) => new URL(answer.headers.get('Location') ?? '', 'https://site.example').href,
  )

test.each([
  [undefined, 'https://site.example/'],
  ['resources', 'https://site.example/resources'],
  ['größe', 'https://site.example/gr%C3%B6%C3%9Fe'],
  ['/elsewhere.example', 'https://site.example/%2Felsewhere.example'],
  ['\\elsewhere.example', 'https://site.example/%5Celsewhere.example'],
  ['a?b#c', 'https://site.example/a%3Fb%23c'],
])('page 1 of the list at %j redirects to the page itself', async (slug, address) => {
  expect(await redirectOf(slug)).toBe(address)
})

test('an empty list has one page', () => {
  expect([0, 1, 24, 25, 48, 49].map(pageCount)).toEqual([1, 1, 1, 2, 2, 3])
})
