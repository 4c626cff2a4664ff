import { useToast } from '@sanity/ui/toast'
import { useState } from 'react'
import { errorMessage } from '#studio/ui/error-message.ts'

/** Runs what a button asks for. `busy` until it is done; when it fails, a message under the title `failure` says why. */
export function useAsyncAction(failure: string) {
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  async function run(work: () => Promise<unknown>) {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.push({ status: 'error', title: failure, description: errorMessage(error) })
    }
    setBusy(false)
  }
  return { busy, run }
}
