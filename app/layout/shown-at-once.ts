/**
 * Has a new page shown in the task that changes the address. By itself React makes it bit by bit meanwhile: for as long,
 * up to half a second where much is going on, the address is that of a page which is not there yet. Before the router's own
 * component asks to be told.
 */
export function showAtOnce(): void {
  const { __remixRouter: router } = window
  const { subscribe } = router
  router.subscribe = (show) => {
    let { location } = router.state
    return subscribe((state, how) => {
      const flushSync = how.flushSync || state.location !== location
      location = state.location
      show(state, { ...how, flushSync })
    })
  }
}
