import { z } from 'zod'
import { EVIDENCE_HEADER, signEvidence } from '#app/platform/evidence.server.ts'

export const FIGURES_PATH = '/api/figures'
/** Whoever asks for figures waits 10 s at most (Prometheus), and wants the others too. */
const TIMEOUT_MS = 2_000

const figures = z.object({
  /** Mails that were not handed over yet, and for how long the first of them has waited. */
  mailsWaiting: z.number(),
  oldestMailSeconds: z.number(),
  /** Those that the server refused for good, for one address at least. */
  mailsGivenUp: z.number(),
  /** Orders by state (embedded/payments/rows.ts). */
  orders: z.record(z.string(), z.number()),
  purchasesRecorded: z.number(),
})
export type HostFigures = z.infer<typeof figures>

/** What the embedded host counts. Undefined when it does not answer. */
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
