import { ClientError } from '@sanity/client'

// The messages of browsers and the client if there is no answer. Other TypeErrors are bugs of the Studio.
const UNANSWERED =
  /^(?:Failed to fetch|Network ?Error|Error in input stream|Load failed|The network|The Internet)/i

/** Says why something failed, for an editor. */
export function errorMessage(error: unknown): string {
  const { message } = error as Error
  if (error instanceof TypeError && UNANSWERED.test(message))
    return 'The content could not be reached. Try again in a moment.'
  if (error instanceof ClientError && error.statusCode === 409 && /revision/i.test(message))
    return 'Somebody has changed this meanwhile. Look at it again before you continue.'
  return message
}
