import { useEffect } from 'react'
import {
  definePlugin,
  type LayoutProps,
  operationEvents,
  useClient,
  useDocumentStore,
  useHistoryStore,
  useSchema,
} from 'sanity'
import { sendEach } from '#studio/features/send-each.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'

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
  const client = useClient({ apiVersion: API_VERSION })
  const historyStore = useHistoryStore()
  const schema = useSchema()
  useEffect(() => {
    // Of no document: whoever listens keeps the work on all of them going.
    const listening = pair.operationEvents('', '').subscribe()
    // Those of all documents, which the line above has begun.
    listening.add(sendEach(operationEvents({ client, historyStore, schema })))
    return () => listening.unsubscribe()
  }, [pair, client, historyStore, schema])
  return props.renderDefault(props)
}
