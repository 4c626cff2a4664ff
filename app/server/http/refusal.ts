import { hash } from 'node:crypto'
import type { Request, Response } from 'express'

type Refusal = {
  status: number
  heading: string
  text: string
  more?: string
}

/** Inline, because a refusal loads no files. */
const STYLE =
  'body{display:grid;min-height:100svh;margin:0;place-items:center;background:#fbf7f0;color:#1d2a2e;font:1.125rem/1.6 system-ui,sans-serif}main{box-sizing:border-box;width:min(100%,38rem);padding:2rem 1.5rem}h1{margin:0;font:500 2rem/1.15 Besley,Georgia,serif}a{color:#98421f}button{padding:.7em 1.6em;border:2px solid transparent;border-radius:99rem;background:#b4532f;color:#fffdf9;font:600 1em/1.25 system-ui,sans-serif;cursor:pointer}button:hover{background:#98421f}:focus-visible{outline:3px solid #2b3a55;outline-offset:3px}'

/** No `form-action`: resending the form may redirect to PayPal, and browsers apply form-action to redirects too. */
const POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; base-uri 'none'; frame-ancestors 'none'`

/** Whether the client accepts HTML. */
export const acceptsHtml = (request: Request): boolean => !!request.get('Accept')?.includes('text/html')

/** Refuses a request before Remix sees it: an HTML page for browsers, one line of text for others. */
export function refuse(
  request: Request,
  response: Response,
  { status, heading, text, more = '' }: Refusal,
): void {
  response.status(status).set('Cache-Control', 'no-store')
  if (!acceptsHtml(request)) return void response.type('text').send(`${heading}. ${text}\n`)
  const html = `<!doctype html><html lang="en-US"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${heading}</title><style>${STYLE}</style></head><body><main><h1>${heading}</h1><p>${text}</p>${more}</main></body></html>\n`
  response.set('Content-Security-Policy', POLICY).type('html').send(html)
}
