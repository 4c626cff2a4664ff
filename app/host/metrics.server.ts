import { z } from 'zod'
import { EVIDENCE_HEADER, signEvidence } from '#app/platform/evidence.server.ts'

/** The backend's route (app/backend/metrics.ts). */
const METRICS_PATH = '/api/metrics'
/** Prometheus waits at most 10 s for all metrics. */
const TIMEOUT_MS = 2_000

const backendMetrics = z.object({
  /** The number of unsent mails, and the age of the oldest. */
  mailsWaiting: z.number(),
  oldestMailSeconds: z.number(),
  /** The number of mails that the mail server rejected for at least one address. */
  mailsGivenUp: z.number(),
  /** The number of orders by state. */
  orders: z.record(z.string(), z.number()),
  purchasesRecorded: z.number(),
})

/** Fetches the metrics of the embedded backend. Resolves to undefined if it does not answer. */
export async function fetchBackendMetrics(hostUrl: string, secret: string) {
  const evidence = signEvidence(secret, { target: `GET ${METRICS_PATH}`, body: '' })
  try {
    const answer = await fetch(hostUrl + METRICS_PATH, {
      headers: { [EVIDENCE_HEADER]: evidence },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return backendMetrics.parse(await answer.json())
  } catch {
    return undefined
  }
}
