import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { listen } from '#app/server/listen.test-support.ts'
import { bypassProxy } from '#app/server/process/child-environment.ts'

const ASK = "for (const host of process.argv.slice(1)) await fetch('http://' + host + ':2/').catch(() => {})"

test('requests to this machine bypass the proxy of the shell', async () => {
  const requests: string[] = []
  const port = await listen(
    () => {},
    (proxy) =>
      proxy.on('connect', ({ url }, socket) => {
        requests.push(String(url))
        socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
      }),
  )
  const hosts = ['site.example', 'past.example', 'localhost', '127.0.0.1', '[::1]']
  const env = {
    NODE_ENV: 'test' as const,
    NODE_USE_ENV_PROXY: '1',
    http_proxy: `http://127.0.0.1:${port}`,
    ...bypassProxy({ NODE_ENV: 'test', NO_PROXY: 'past.example' }),
  }
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', ASK, ...hosts], { env })
  expect(requests).toEqual(['site.example:2'])
})
