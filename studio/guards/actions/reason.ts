/** Why something failed, for an editor: of a request that got no answer each browser says something else. */
export const reasonOf = (error: unknown): string =>
  error instanceof TypeError
    ? 'The content could not be reached. Try again in a moment.'
    : String((error as Error).message)
