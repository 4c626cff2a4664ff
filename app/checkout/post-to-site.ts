/** Posts to a route of the site. Rejects if the response is not the site's, for example a gateway's JSON. */
export async function postToSite<T>(path: string, fields: Record<string, string>): Promise<T> {
  const answer = await fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Accept: 'application/json' },
    keepalive: true, // the visitor may leave the page
  })
  const json = await answer.json().catch(() => undefined)
  if (json?.kind === undefined && json?.ok === undefined) throw new Error(`${path} answered ${answer.status}`)
  return json
}
