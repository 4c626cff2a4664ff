import { expect, test } from 'vitest'
import { pagesOf } from '#app/content/article-pages.ts'
import { loader } from '#app/routes/($slug).page.$number.tsx'

/** Where the first page of a list leads, as the router hands its address over: `%2F` is a slash in it. */
const leadsTo = (slug: string | undefined): Promise<string> =>
  loader({ params: { slug, number: '1' } } as never).then(
    () => 'nowhere',
    (answer: Response) => new URL(answer.headers.get('Location') ?? '', 'https://site.example').href,
  )

test.each([
  [undefined, 'https://site.example/'],
  ['home', 'https://site.example/'],
  ['resources', 'https://site.example/resources'],
  ['größe', 'https://site.example/gr%C3%B6%C3%9Fe'],
  ['日本', 'https://site.example/%E6%97%A5%E6%9C%AC'],
  ['/elsewhere.example', 'https://site.example/%2Felsewhere.example'],
  ['\\elsewhere.example', 'https://site.example/%5Celsewhere.example'],
  ['a?b#c', 'https://site.example/a%3Fb%23c'],
])('page 1 of the list at %j is the page itself, on this site', async (slug, address) => {
  expect(await leadsTo(slug)).toBe(address)
})

test('a list has as many pages as it fills, and one when it is empty', () => {
  expect([0, 1, 24, 25, 48, 49].map(pagesOf)).toEqual([1, 1, 1, 2, 2, 3])
})
