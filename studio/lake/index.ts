// The public API of the package.
export { LakeError, StartError } from './errors.ts'
export { type Lake, type LakeOptions, startLake } from './lake.ts'
export type { Log } from './log.ts'
export type { Snapshot } from './snapshots.ts'
