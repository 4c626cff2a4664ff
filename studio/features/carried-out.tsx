import { useEffect } from 'react'
import { definePlugin, type LayoutProps, useDocumentStore } from 'sanity'

/**
 * What an editor asks for is done, whatever is opened meanwhile. The Studio ends it along with the form where it was asked
 * for: “Restore most recent revision” of a deleted document opens the document at once, and so restored nothing.
 */
export const carriedOut = definePlugin({
  name: 'carried-out',
  studio: { components: { layout: CarriedOut } },
})

function CarriedOut(props: LayoutProps) {
  const { pair } = useDocumentStore()
  useEffect(() => {
    // Of no document: whoever listens keeps the work on all of them going.
    const listening = pair.operationEvents('', '').subscribe()
    return () => listening.unsubscribe()
  }, [pair])
  return props.renderDefault(props)
}
