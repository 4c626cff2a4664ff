/** A reason why the backend or a command can't start, in one line. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
