import { expect, test } from 'vitest'
import { hrefOf, linkHref } from '#app/content/href.ts'

test.each([
  ['page', 'home', '/'],
  ['page', 'about-us', '/about-us'],
  ['article', 'a-b', '/resources/a-b'],
  ['page', '/about-us', '/%2Fabout-us'],
  ['page', '/', '/%2F'],
  ['article', 'a b?c#d', '/resources/a%20b%3Fc%23d'],
  ['policy', 'größe', '/gr%C3%B6%C3%9Fe'],
  ['page', 'a\uD800', '/a%EF%BF%BD'],
] as const)('a %s with the slug %j has the path %s', (_type, slug, address) => {
  expect(hrefOf({ _type, slug })).toBe(address)
})

test.each([
  ['/pricing#faq', '/pricing#faq'],
  ['https://elsewhere.example', 'https://elsewhere.example'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['//elsewhere.example/x', 'https://elsewhere.example/x'],
  ['/\\elsewhere.example', 'https://elsewhere.example'],
  ['#faq', '#faq'],
  [' https://a.example ', 'https://a.example'],
  ['tel:+13025550142', 'tel:+13025550142'],
  [null, undefined],
  ['', undefined],
  ['https://exa mple.com', undefined],
  ['https://', undefined],
  ['www.example.com', undefined],
  ['about.html', undefined],
  ['mailto:', undefined],
  ['javascript:alert(1)', undefined],
  ['JaVaScRiPt:alert(1)', undefined],
  ['data:text/html,x', undefined],
])('a link to %j becomes %j', (href, expected) => {
  expect(linkHref({ href, target: null })).toBe(expected)
})
