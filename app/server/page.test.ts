import { expect, test } from 'vitest'
import { inlineScriptHashes } from '#app/server/page.ts'

test('the CSP sources of a document are those of its inline scripts', () => {
  // The pair of text and hash is CSP 3's own example (8.2).
  const html = `<script>alert('Hello, world.');</script><script src="/a.js"></script>
    <script type="application/ld+json">{}</script><script type="module" async>alert('Hello, world.');</script>`
  expect(inlineScriptHashes(html)).toEqual(["'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='"])
})
