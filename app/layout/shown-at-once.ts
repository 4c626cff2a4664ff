type State = { location: { key: string } }
type Show = (state: State, how: { flushSync: boolean }) => void
/** What is used here of Remix's router. */
export type Router = { state: State; subscribe: (show: Show) => () => void }

/**
 * Has a new page shown in the task that changes the address. By itself React makes it bit by bit meanwhile: for as long,
 * up to half a second where much is going on, the address is that of a page which is not there yet. Before the router's own
 * component asks to be told; gives back how to undo it.
 */
export function showAtOnce(router: Router): () => void {
  const { subscribe } = router
  router.subscribe = (show) => {
    let { key } = router.state.location
    return subscribe((state, how) => {
      const isNewPage = state.location.key !== key
      key = state.location.key
      show(state, isNewPage ? { ...how, flushSync: true } : how)
    })
  }
  return () => {
    router.subscribe = subscribe
  }
}
