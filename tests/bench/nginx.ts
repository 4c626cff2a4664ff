import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'

const NGINX = '/usr/sbin/nginx'
const BROTLI = '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so'

export const isNginxInstalled = (): boolean => existsSync(NGINX) && existsSync(BROTLI)

export type FileServer = { url: string; pid: number; stop(): Promise<void> }

/** Starts one nginx worker that serves the same bytes as the site's front page, from compressed files. */
export async function startNginx(siteUrl: string, port: number): Promise<FileServer> {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-nginx-'))
  mkdirSync(join(folder, 'root'))
  const file = join(folder, 'root', 'index.html')
  // Not by fetch, which decodes the response.
  const [br, gzip] = await Promise.all(['br', 'gzip'].map((encoding) => bytesAt(siteUrl, encoding)))
  writeFileSync(`${file}.br`, br!)
  writeFileSync(`${file}.gz`, gzip!)
  writeFileSync(file, gunzipSync(gzip!))
  const conf = join(folder, 'nginx.conf')
  const { headers } = await fetch(siteUrl)
  writeFileSync(conf, configuration(folder, port, headers))
  const child = spawn(NGINX, ['-p', folder, '-c', conf], { stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  await waitForServer(url, child)
  return {
    url,
    pid: child.pid!,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGQUIT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Headers that nginx sets itself, and the request id. */
const NGINX_HEADERS =
  /^(?:accept-ranges|connection|content-(?:encoding|length|type)|date|etag|keep-alive|transfer-encoding|vary|x-request-id)$/
const quoted = (text: string) => `"${text.replaceAll(/[\\"]/g, '\\$&')}"`

/** One process in the foreground, with the site's headers and an access log. */
const configuration = (folder: string, port: number, headers: Headers) => `
load_module ${BROTLI};
daemon off;
master_process off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log stderr crit;
events { worker_connections 1024; }
http {
  access_log ${folder}/access.log combined buffer=64k flush=200ms;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi; scgi_temp_path ${folder}/scgi;
  types { text/html html; }
  default_type text/html;
  sendfile on; tcp_nopush on; keepalive_requests 1000000;
  open_file_cache max=1000 inactive=1h;
  brotli_static on; gzip_static on; gzip_vary on;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/root;
    location / {
${[...headers]
  .filter(([name]) => !NGINX_HEADERS.test(name))
  .map(([name, value]) => `      add_header ${name} ${quoted(value)};`)
  .join('\n')}
      add_header X-Request-Id $request_id;
      try_files /index.html =404;
    }
  }
}
`

function bytesAt(url: string, encoding: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk)).on('end', () => resolve(Buffer.concat(chunks)))
    }).on('error', reject)
  })
}

async function waitForServer(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('nginx did not start')
    const ok = await fetch(url).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ok) return
    await pause(20)
  }
}
