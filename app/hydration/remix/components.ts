// Takes the place of Remix's own in its page for errors (vite.config.ts), which is for roots without a layout, and would bring
// the scripts of a document written by a server with it: no browser writes one.
// @ts-expect-error Remix describes its CommonJS alone
export { useRemixContext } from '@remix-run/react/dist/esm/components.js'
export const Scripts = () => null
