import type { IncomingMessage } from 'node:http'
import type { Access } from '../access/access.ts'
import { type Call, readBody } from '../http/http.ts'

const FORM_LIMIT_BYTES = 4096
const FORM = 'application/x-www-form-urlencoded'
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}
const REFUSED = `<p role="alert">That key or token was not accepted. A key signs in one browser, once. The token works every time.</p>`

/** Serves the Studio to a signed-in browser, and the sign-in page to others. */
export function createSignIn(access: Access, serveStudio: (call: Call) => unknown) {
  return async (call: Call) => {
    const { req, res, seesDrafts, search } = call
    const key = await readKey(call)
    const isAccepted = key !== null && (seesDrafts || access.signIn(res, key))
    if (isAccepted || (seesDrafts && search.has('origin'))) {
      res.writeHead(303, { location: destination(call).href, 'cache-control': 'no-store' })
      return void res.end()
    }
    if (seesDrafts || !wantsPage(req)) return serveStudio(call)
    // After a cross-site link the browser sends its SameSite=Strict cookie only on the page's own reload.
    const isForeign = req.method === 'GET' && req.headers['sec-fetch-site'] === 'cross-site'
    res.writeHead(401, { ...HEADERS, ...(isForeign && { refresh: '0' }) })
    res.end(page(key === null ? '' : REFUSED))
  }
}

/** The key of the form or the URL; null if there is none. */
async function readKey({ req, search }: Call): Promise<string | null> {
  const isForm = req.method === 'POST' && req.headers['content-type']?.startsWith(FORM)
  if (isForm) {
    const form = new URLSearchParams(String(await readBody(req, FORM_LIMIT_BYTES)))
    return (form.get('key') ?? '').trim().replace(/^.*[?&]key=/, '')
  }
  return req.method === 'GET' ? search.get('key') : null
}

/** The requested address without the key. Sanity's login passes the page as `origin`. */
function destination({ req, search }: Call): URL {
  // A proxy in front of the lake may speak HTTPS.
  const scheme = req.headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'
  const target = new URL(`${scheme}://${req.headers.host}`)
  target.pathname = req.url!.replace(/\?.*/s, '')
  const rest = new URLSearchParams(search)
  for (const name of ['key', 'origin']) rest.delete(name)
  target.search = String(rest)
  const page = URL.parse(search.get('origin') ?? '')
  return page?.origin === target.origin ? page : target
}

const wantsPage = ({ headers }: IncomingMessage) => (headers['sec-fetch-dest'] ?? 'document') === 'document'

const page = (message: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to the Studio</title>
<style>
body { max-width: 32rem; margin: 0 auto; padding: 3rem 1rem; font: 1rem/1.5 system-ui, sans-serif }
label { display: block; margin-top: 2rem; font-weight: 600 }
input, button { box-sizing: border-box; width: 100%; margin-top: .5rem; padding: .75rem; font: inherit }
[role=alert] { padding: .75rem 1rem; background: #fdecea; border-left: .25rem solid #b3261e }
</style>
</head>
<body>
<main>
<h1>Sign in to the Studio</h1>
${message}
<p>The lake printed its address when it started. If that address ends in a key, open it: the key signs one browser in.</p>
<p>Or paste that key here, or the token in the file <code>lake-token</code> of the lake’s data folder.</p>
<form method="post">
<label for="key">Key or token</label>
<input id="key" name="key" type="password" autocomplete="off" required autofocus>
<button>Sign in</button>
</form>
</main>
</body>
</html>
`
