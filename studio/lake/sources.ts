import { randomId } from './documents/document-ids.ts'

/** The clock and the generator of ids. A test can fix both. */
export type Sources = { now: () => Date; randomId: () => string }

export const realSources: Sources = { now: () => new Date(), randomId }
