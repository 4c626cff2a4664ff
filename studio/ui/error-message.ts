import { ClientError } from '@sanity/client'

// How browsers and the client say that there was no answer. Other TypeErrors are faults of the Studio.
const UNANSWERED =
  /^(?:Failed to fetch|Network ?Error|Error in input stream|Load failed|The network|The Internet)/i

/** Why something failed, for an editor. */
export function errorMessage(error: unknown): string {
  const { message } = error as Error
  if (error instanceof TypeError && UNANSWERED.test(message))
    return 'The content could not be reached. Try again in a moment.'
  if (error instanceof ClientError && error.statusCode === 409 && /revision/i.test(message))
    return 'Somebody has changed this meanwhile. Look at it again before you go on.'
  return message
}
