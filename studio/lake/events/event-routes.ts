import type { Dataset } from '../dataset.ts'
import { hidesVersions } from '../documents/perspectives.ts'
import { httpError, unauthorized } from '../errors.ts'
import { type EventStream, openEventStream } from '../http/event-stream.ts'
import { type Call, groqParams, isTrue, type Route, sendJson } from '../http/http.ts'

/** Each publish evaluates every listener's filter. */
const MAX_ANONYMOUS_STREAMS = 100
// Sanity has three names for the same option.
const DRAFT_OPTIONS = ['includeDrafts', 'includeAllVersions', 'includeAllDocuments']

/** The event streams `/data/listen` and `/data/live/events`, and the ping that the Studio sends before them. */
export function eventRoutes({
  named,
  readable,
  follow,
  streamPort,
}: {
  named: (name: string) => Dataset
  readable: (call: Call, name: string) => Dataset
  /** Ends a stream when its alias moves. */
  follow: (name: string, stream: EventStream) => EventStream
  streamPort: (call: Call) => number | undefined
}): Route[] {
  /** Redirects an event stream to another port: a browser opens six connections per host. */
  function movedToStreamPort(call: Call): boolean {
    const port = streamPort(call)
    if (!port) return false
    const host = call.req.headers.host!.replace(/:\d+$/, '')
    call.res
      .writeHead(307, { location: `http://${host}:${port}${call.req.url}`, 'cache-control': 'no-store' })
      .end()
    return true
  }
  let anonymousStreams = 0
  function openStream({ seesDrafts, res }: Call, name: string): EventStream {
    if (!seesDrafts) {
      if (anonymousStreams >= MAX_ANONYMOUS_STREAMS)
        throw httpError(503, 'Too many event streams are open without a token')
      anonymousStreams++
      res.once('close', () => anonymousStreams--)
    }
    return follow(name, openEventStream(res))
  }
  const lastEventId = ({ req, search }: Call) =>
    (req.headers['last-event-id'] as string | undefined) || search.get('lastEventId') || undefined

  return [
    {
      method: 'GET',
      path: /^\/data\/listen\/([^/]+)$/,
      access: 'anyone',
      run(call, name) {
        const dataset = readable(call, name),
          { search } = call
        if (movedToStreamPort(call)) return
        const params = groqParams(search)
        return dataset.listeners.listen(openStream(call, name), {
          query: search.get('query') ?? '*',
          params,
          seesDrafts: call.seesDrafts,
          identity: call.identity,
          includeResult: isTrue(search.get('includeResult')),
          includePreviousRevision: isTrue(search.get('includePreviousRevision')),
          includeMutations: search.get('includeMutations') !== 'false',
          includeAllVersions: isTrue(search.get('includeAllVersions')) || !hidesVersions(call.apiVersion),
          visibility: search.get('visibility') === 'transaction' ? 'transaction' : 'query',
          mendoza: search.get('effectFormat') === 'mendoza',
          enableResume: isTrue(search.get('enableResume')),
          lastEventId: lastEventId(call),
        })
      },
    },
    {
      method: 'GET',
      path: /^\/data\/live\/events\/([^/]+)$/,
      access: 'anyone',
      run(call, name) {
        // @sanity/client sends no token here, not even for a private dataset. Tags would name its documents.
        const { live, aclMode } = named(name)
        const isHidden = aclMode === 'private' && !call.seesDrafts
        const draftOption = DRAFT_OPTIONS.find((option) => isTrue(call.search.get(option)))
        if (draftOption && !call.seesDrafts) throw unauthorized(`${draftOption} is for editors`)
        if (movedToStreamPort(call)) return
        const shows = isHidden ? 'restarts' : draftOption ? 'drafts' : 'published'
        return live.subscribe(openStream(call, name), { shows, lastEventId: lastEventId(call) })
      },
    },
    {
      method: 'GET',
      path: /^(?:\/data)?\/ping/,
      access: 'anyone',
      // A redirect stops the Studio's warning about HTTP/1.1, because it hides the protocol.
      run: (call) => movedToStreamPort(call) || sendJson(call.res, 'PONG'),
    },
  ]
}
