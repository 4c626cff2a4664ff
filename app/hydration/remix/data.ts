// Takes the place of Remix's own (vite.config.ts): a kilobyte that reads answers as they were before single fetch
// (`v3_singleFetch` is on), and deferred ones, of which there are none.
// @ts-expect-error Remix describes its CommonJS alone
export { createRequestInit, isResponse } from '@remix-run/react/dist/esm/data.js'

const none = () => false

export const isCatchResponse = none
export const isDeferredData = none
export const isDeferredResponse = none
export const isRedirectResponse = none
export const fetchData = () => Promise.reject(new Error('never asked for with single fetch'))
export const parseDeferredReadableStream = fetchData
