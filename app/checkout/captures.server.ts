import type { PaymentOutcome } from '#app/checkout/alerts.ts'
import type { Purchases } from '#app/checkout/purchases.server.ts'
import type { CallContext, Host } from '#app/host/client.server.ts'
import { HostError } from '#app/host/host-error.ts'
import type { Log } from '#app/platform/log.ts'

const REPEAT_EVERY_MS = 5_000
/** Too late, too early, too many: these refuse the moment and not the purchase. */
const LATER = [408, 425, 429]
/** PayPal's words, and the embedded host's, that say of an order that nothing is taken for it. */
const NOTHING_TAKEN = [
  'CREATED',
  'SAVED',
  'APPROVED',
  'PAYER_ACTION_REQUIRED',
  'VOIDED',
  'DECLINED',
  'FAILED',
  'AMOUNT_MISMATCH',
  'REFUNDED',
  'CAPTURED_BESIDE',
]

type Ask = (name: string, context: CallContext) => Promise<PaymentOutcome>

/**
 * What becomes of orders whose capture is asked for (specification 7, calls 5 and 6), each by the name that its purchase is
 * kept under. What was captured is on disk before it is recorded, and recorded until `<host>` has said yes.
 */
export function createCaptures({ host, purchases, log }: { host: Host; purchases: Purchases; log: Log }) {
  /** One capture or recording per order at a time; who comes second gets the first one's outcome. */
  const running = new Map<string, Promise<PaymentOutcome>>()
  function alone(name: string, work: () => Promise<PaymentOutcome>): Promise<PaymentOutcome> {
    const before = running.get(name)
    if (before) return before
    const now = work().finally(() => running.delete(name))
    running.set(name, now)
    return now
  }

  /**
   * Writes down what became of an order. On a disk that takes nothing what stood there before stays, and is followed up
   * later: asking again for what was done is answered as done.
   */
  function note(name: string, write: (name: string) => void): void {
    try {
      write(name)
    } catch (error) {
      log('error', 'checkout: what became of an order could not be written down', {
        orderId: name,
        error: String(error),
      })
    }
  }

  /**
   * What has become of an order whose capture was asked for. Its buyer presses again: a capture without an answer is asked for
   * again, which charges nobody twice (PayPal captures an order once); `ask` by `completeLater` where nobody pressed for it.
   */
  const outcomeOf = (name: string, context: CallContext, ask: Ask = complete): Promise<PaymentOutcome> =>
    alone(name, () => settle(name, context, ask))

  /** The same beside whoever asks just now. */
  async function settle(name: string, context: CallContext, ask: Ask = complete): Promise<PaymentOutcome> {
    return isPaid(purchases.get(name)?.state) ? record(name, context) : ask(name, context)
  }

  /** As the host knows it. */
  const orderIdOf = (name: string): string => purchases.get(name)?.purchase.orderID ?? name

  /** Nobody knows whether an order is paid. Another host than the embedded one is asked again only when its buyer presses again. */
  const mayBePaid = (orderId: string): PaymentOutcome => ({
    kind: 'provider-error',
    ...(host.keepsEvidence && { orderId }),
  })

  /**
   * Asks for the capture of an order that is on disk; `first`: nobody can have asked before. `beside`: as the host knows
   * them, those of which another copy may have one captured meanwhile.
   */
  async function complete(
    name: string,
    context: CallContext,
    { first = false, beside }: { first?: boolean; beside?: string[] } = {},
  ): Promise<PaymentOutcome> {
    let status: string | null
    try {
      status = (await host.completeOrder(orderIdOf(name), { ...context, beside })).status
    } catch (error) {
      // A refusal of the first question, or one that never left, means that nothing was captured, silence that nobody knows.
      // What is refused later, as one question too many for example, may have been captured before.
      const { kind, status: answered = 500, unsent } = error instanceof HostError ? error : {}
      const isRefused = first && (unsent || (kind === 'status' && answered < 500))
      note(name, isRefused ? purchases.notCaptured : (id) => purchases.unknown(id, String(error)))
      log('error', 'checkout: the capture failed', {
        requestId: context.requestId,
        orderId: name,
        error: String(error),
      })
      return isRefused ? { kind: 'provider-error' } : mayBePaid(orderIdOf(name))
    }
    if (status === 'COMPLETED') {
      note(name, purchases.captured)
      return record(name, context)
    }
    // PayPal's own “already captured” has no status, where a host hands it on as it came; a host may have a word for it.
    if (status === 'PENDING' || (!first && !NOTHING_TAKEN.includes(status ?? ''))) {
      note(name, (id) => purchases.unknown(id, status ?? 'the answer named no status'))
      return { kind: 'pending' }
    }
    note(name, purchases.notCaptured)
    log('info', 'checkout: the order was not completed', {
      requestId: context.requestId,
      orderId: name,
      status,
    })
    return { kind: 'declined' }
  }

  /**
   * The same where nobody pressed for it. Where nothing was taken, nor may be yet, another copy has heard so meanwhile, or PayPal
   * was never asked: its buyer may have bought anew, and is not charged for both. Another host can't be asked that.
   */
  async function completeLater(name: string, context: CallContext): Promise<PaymentOutcome> {
    let asked: boolean | null
    try {
      asked = host.keepsEvidence ? await host.isCaptureAsked(orderIdOf(name), context) : null
    } catch (error) {
      note(name, (id) => purchases.unknown(id, String(error)))
      return mayBePaid(orderIdOf(name))
    }
    if (asked !== false) return complete(name, context)
    note(name, purchases.notCaptured)
    return { kind: 'declined' }
  }

  /** Records a captured purchase. The money has moved: kept and repeated, never dropped. */
  async function record(name: string, context: CallContext): Promise<PaymentOutcome> {
    const kept = purchases.get(name)
    if (!kept) return { kind: 'provider-error' }
    if (kept.state === 'recorded') return { kind: 'success' }
    try {
      const answer = await host.recordPurchase(kept.purchase, context)
      if (answer.ok) {
        note(name, purchases.recorded)
        return { kind: 'success' }
      }
      const error = answer.error ?? `status ${answer.status}`
      if (answer.status < 500 && !LATER.includes(answer.status))
        note(name, (id) => purchases.refused(id, error))
      else note(name, (id) => purchases.postponed(id, error))
      log('error', 'checkout: a paid purchase was not recorded', {
        requestId: context.requestId,
        orderId: name,
        // Its text, which may repeat what the buyer typed, is stored with the purchase: npm run reconcile prints it.
        status: answer.status,
      })
      return { kind: 'not-recorded', orderId: kept.purchase.orderID, error: answer.error }
    } catch (error) {
      note(name, (id) => purchases.postponed(id, String(error)))
      log('error', 'checkout: a paid purchase could not be recorded', {
        requestId: context.requestId,
        orderId: name,
        error: String(error),
      })
      return { kind: 'not-recorded', orderId: kept.purchase.orderID }
    }
  }

  /** Repeats what is due: recordings everywhere; captures only where the host is known to make each once. */
  async function repeatDue(): Promise<void> {
    for (const name of purchases.due()) {
      const { state, error } = purchases.get(name) ?? {}
      const context: CallContext = { requestId: `repeat-${name}` }
      if (state === 'captured') await alone(name, () => record(name, context))
      if (state !== 'capturing') continue
      if (host.keepsEvidence) await alone(name, () => completeLater(name, context))
      else note(name, (id) => purchases.unknown(id, error ?? 'the answer to the capture never came'))
    }
  }

  let timer: NodeJS.Timeout | undefined
  function startRepeating() {
    timer = setTimeout(async () => {
      await repeatDue().catch((error) => log('error', 'checkout: repeating failed', { error: String(error) }))
      startRepeating()
    }, REPEAT_EVERY_MS)
    timer.unref()
  }

  return {
    running,
    alone,
    mayBePaid,
    complete,
    completeLater,
    record,
    outcomeOf,
    settle,
    repeatDue,
    startRepeating,
    stop: () => clearTimeout(timer),
  }
}

/** Whether money was taken for a purchase in this state, recorded or not. */
export const isPaid = (state: string | undefined): boolean =>
  state === 'captured' || state === 'refused' || state === 'recorded'
