import { z } from 'zod'
import { EVIDENCE_HEADER, signEvidence } from '#app/platform/evidence.server.ts'

export const FIGURES_PATH = '/api/figures'
/** Prometheus waits 10 s for all metrics together. */
const TIMEOUT_MS = 2_000

const figures = z.object({
  /** Mails in the queue, and the age of the oldest one. */
  mailsWaiting: z.number(),
  oldestMailSeconds: z.number(),
  /** Mails that the mail server rejected for at least one address. */
  mailsGivenUp: z.number(),
  /** Orders by state. */
  orders: z.record(z.string(), z.number()),
  purchasesRecorded: z.number(),
})
export type HostFigures = z.infer<typeof figures>

/** Reads the backend's metrics. Undefined if it does not answer. */
export async function askFigures(hostUrl: string, secret: string): Promise<HostFigures | undefined> {
  const evidence = signEvidence(secret, { target: `GET ${FIGURES_PATH}`, body: '' })
  try {
    const answer = await fetch(hostUrl + FIGURES_PATH, {
      headers: { [EVIDENCE_HEADER]: evidence },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return figures.parse(await answer.json())
  } catch {
    return undefined
  }
}
