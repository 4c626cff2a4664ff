// What begins the file of the other libraries; take-over.ts has it run by itself (app/server/chunks.ts).
export { RemixBrowser } from '@remix-run/react'
