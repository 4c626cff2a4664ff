import type { ServerResponse } from 'node:http'

/** Calls `act` when the head of an answer is about to be written: what has been said of it till then can be seen, and changed. */
export function beforeHead(response: ServerResponse, act: () => void): void {
  const { writeHead } = response
  response.writeHead = ((...args: Parameters<typeof writeHead>) => {
    act()
    return writeHead.apply(response, args)
  }) as typeof writeHead
}
