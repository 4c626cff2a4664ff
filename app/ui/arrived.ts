/**
 * Resolves once no other page is on its way here; where none is, at once. What was told while one is would go with the page
 * that is being left, and to Remix a form's answer ends the way: it shows the page before at the address of the next.
 */
export async function arrived(): Promise<void> {
  const { __remixRouter: router } = window as Partial<typeof window>
  while (router && router.state.navigation.state !== 'idle') {
    await new Promise<void>((resolve) => {
      const stop = router.subscribe(() => {
        stop()
        resolve()
      })
    })
    await new Promise((shown) => setTimeout(shown)) // React takes a task of its own for the new page
  }
}
