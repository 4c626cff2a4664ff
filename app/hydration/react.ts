// What begins React's file of code; take-over.ts has it run by itself (app/server/chunks.ts).
export { hydrateRoot } from 'react-dom/client'
