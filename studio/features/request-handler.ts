import type { ClientConfig } from '@sanity/client'

/** What stands between the Studio's client and the network: gets each request, and how to send it on. */
export type RequestHandler = NonNullable<ClientConfig['requestHandler']>
