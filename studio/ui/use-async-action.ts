import { useToast } from '@sanity/ui/toast'
import { useState } from 'react'
import { reasonOf } from '#studio/ui/error-message.ts'

/** Runs what a button asks for. `busy` until it is done; when it fails, a message under the title `failure` says why. */
export function useAttempt(failure: string) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  async function attempt(work: () => Promise<unknown>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.push({ status: 'error', title: failure, description: reasonOf(error) })
    }
    setBusy(false)
  }
  return { busy, attempt }
}
