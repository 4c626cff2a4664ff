import { hash, randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import { collectLog, startTestHost } from '#app/backend/backend.test-support.ts'
import { createHost } from '#app/host/client.server.ts'
import { hostSecret } from '#app/platform/secret.server.ts'
import { createStaff } from '#app/staff/staff.server.ts'
import { clientOf, temporaryFolder, testLake } from '#studio/lake/lake.test-support.ts'

export const SITE = 'https://site.example'
export const STUDIO = 'https://studio.example'
export const SECRET = 'a secret of at least thirty-two characters'

type RequestOptions = {
  address?: string
  method?: string
  json?: unknown
  body?: string
  headers?: Record<string, string>
  url?: string
}

/** A site that answers the Inbox, with a running lake and backend. */
export async function liveSite({
  hostUrl,
  ...settings
}: Partial<Parameters<typeof createStaff>[0]> & { hostUrl?: string } = {}) {
  const dataDir = temporaryFolder()
  const [lake, backend] = await Promise.all([testLake({ dataDir }), startTestHost()])
  onTestFinished(() => backend.stop())
  const { lines, log } = collectLog()
  const env = {
    localLake: true,
    STUDIO_PORT: lake.port,
    DATA_DIR: dataDir,
    STUDIO_URL: `${STUDIO}/desk`,
    SANITY_PROJECT_ID: undefined,
    SANITY_DATASET: 'production',
    SANITY_API_TOKEN: undefined,
    embeddedHost: true,
    ...settings,
  }
  const host = createHost({
    hostUrl: hostUrl ?? backend.url,
    evidenceSecret: hostSecret(backend.dataDir),
    log,
  })
  const staff = createStaff(env, { host, secret: SECRET, log })
  const editor = clientOf(lake)

  /** Sends a request as a page of the Studio does by default. */
  async function ask(
    call: string,
    { method = 'GET', json, body, headers = {}, url = SITE, address = '203.0.113.5' }: RequestOptions = {},
  ) {
    const answer = await staff(
      new Request(`${url}/api/staff/${call}`, {
        method,
        headers: { Origin: STUDIO, ...headers },
        body: json === undefined ? body : JSON.stringify(json),
      }),
      call.split('?')[0],
      { address, requestId: 'r' },
    )
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined }
  }
  /** Stores the hash of a new secret in the lake, as the Studio does. */
  async function newSecret(): Promise<string> {
    const secret = randomUUID()
    await editor.create({ _id: `staff-session.${hash('sha256', secret)}`, _type: 'staffSession' })
    return secret
  }
  const signIn = (secret: unknown, address?: string) =>
    ask('session', { method: 'POST', json: { secret }, address })
  const token = async () => (await signIn(await newSecret())).body.token as string
  const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
  /** The requests that the backend got. */
  const forwarded = () =>
    backend.lines
      .filter(({ message, detail }) => message === 'request' && String(detail?.path).includes('staff'))
      .map(({ detail }) => `${detail?.method} ${detail?.path} ${detail?.status}`)
  return { staff, ask, newSecret, signIn, token, bearer, forwarded, editor, lake, lines, backend }
}
