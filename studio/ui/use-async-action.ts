import { useToast } from '@sanity/ui/toast'
import { useState } from 'react'
import { errorMessage } from '#studio/ui/error-message.ts'

/** Runs the work of a button. `busy` is true until it ends; a failure shows a message with the title `failure`. */
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
