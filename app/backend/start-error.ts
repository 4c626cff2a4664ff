/** Says in one line why the backend or a command can't start. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
