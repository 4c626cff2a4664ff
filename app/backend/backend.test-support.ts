import { startBackend } from '#app/backend/backend.ts'
import { type BackendEnv, readBackendEnv } from '#app/backend/env.ts'
import type { Log } from '#app/platform/log.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

type LogLine = { level: string; message: string; detail?: Record<string, unknown> }

/** No lake listens here; most tests need no content. */
const NO_LAKE = 1

/** A valid enquiry (call 1). */
export const enquiry = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  phone: '302 555 0100',
  smsConsent: true,
  marketingConsent: false,
}

/** A valid review (call 3). */
export const review = {
  firstName: 'Ann',
  lastName: 'Lee',
  companyName: '',
  jobTitle: '',
  reviewDescription: 'Good',
  rating: 5,
  date: '2026-03-01T10:00:00.000Z',
}

export function collectLog(): { lines: LogLine[]; log: Log } {
  const lines: LogLine[] = []
  return { lines, log: (level, message, detail) => void lines.push({ level, message, detail }) }
}

/** Starts the backend in this process, on a free port and with its own folder. */
export async function startTestHost(variables: Partial<BackendEnv> = {}) {
  const dataDir = variables.DATA_DIR ?? newFolder()
  const { lines, log } = collectLog()
  const host = await startBackend(
    {
      ...readBackendEnv({ BUDGET_PER_MINUTE: '10000', BUDGET_PER_HOUR: '100000' }),
      HOST_PORT: 0,
      STUDIO_PORT: NO_LAKE,
      ...variables,
      DATA_DIR: dataDir,
    },
    log,
  )
  return {
    url: host.url,
    dataDir,
    lines,
    async post(path: string, body: unknown, headers: Record<string, string> = {}) {
      const response = await fetch(host.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      } as RequestInit)
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as { error?: string; ok?: boolean },
      }
    },
    stop: () => host.close(),
  }
}
