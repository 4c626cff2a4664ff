/** An expected error. The caller gets `message` in `{error}`. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  /** Marks the message as public, as http-errors does. */
  readonly expose = true
  readonly status: number
  readonly headers: Record<string, string>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }
}
