/** What every answer of the site carries, whoever gives it: names and values in turn. */
export const commonHeaders = (requestId: string): string[] => ['X-Request-Id', requestId]
