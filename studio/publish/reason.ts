/**
 * As Chromium, Firefox, Safari and the client say that there was no answer, or none of the lake’s. Every other TypeError is a
 * fault of the Studio’s own, which waiting does not mend.
 */
const UNANSWERED =
  /^(?:Failed to fetch|network error|NetworkError|Error in input stream|Load failed|The (?:network|Internet) connection|Failed to parse JSON response)/i

/** Why something failed, for an editor: of a request that got no answer each browser says something else. */
export const reasonOf = (error: unknown): string =>
  error instanceof TypeError && UNANSWERED.test(error.message)
    ? 'The content could not be reached. Try again in a moment.'
    : String((error as Error).message)
