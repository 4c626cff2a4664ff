import { ClientError } from '@sanity/client'

// Messages of browsers and the client without a response. Other TypeErrors are bugs of the Studio.
const NO_RESPONSE =
  /^(?:Failed to fetch|Network ?Error|Error in input stream|Load failed|The network|The Internet)/i

/** Returns a message for the editor about a failure. */
export function errorMessage(error: unknown): string {
  const { message } = error as Error
  if (error instanceof TypeError && NO_RESPONSE.test(message))
    return 'The content could not be reached. Try again in a moment.'
  if (error instanceof ClientError && error.statusCode === 409 && /revision/i.test(message))
    return 'Somebody has changed this meanwhile. Look at it again before you continue.'
  return message
}
