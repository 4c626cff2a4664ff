/** An expected refusal. The caller reads `message` in `{error}`. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  /** As in http-errors, which Express uses: the message is for the caller. */
  readonly expose = true
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}
