import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { freePort } from '#tests/support/ports.ts'

type Recorded = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }
type Respond = (res: ServerResponse, request: Recorded, count: number) => void

/** A backend that records its requests and answers with `respond`. */
export async function recordingHost(respond: Respond) {
  const requests: Recorded[] = []
  let answer = respond
  const server = createServer(async (req, res) => {
    let text = ''
    for await (const chunk of req) text += chunk
    const isForm = req.headers['content-type']?.startsWith('application/x-www-form-urlencoded')
    const body = text === '' || isForm ? text || undefined : JSON.parse(text)
    const request = { method: req.method ?? '', path: req.url ?? '', headers: req.headers, body }
    requests.push(request)
    answer(res, request, requests.length)
  })
  const port = await freePort() // stays reserved while the server is closed
  const listen = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  await listen()
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    respond(next: Respond) {
      answer = next
    },
    listen,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      return closed
    },
  }
}

export const json =
  (body: unknown, status = 200): Respond =>
  (res) =>
    void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
export const html =
  (status: number): Respond =>
  (res) =>
    void res.writeHead(status, { 'content-type': 'text/html' }).end('<!doctype html><h1>Hello</h1>')
export const reset: Respond = (res) => void res.socket?.resetAndDestroy()
export const hang: Respond = () => {}
