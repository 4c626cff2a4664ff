import { logLines } from '#app/json-log.server.ts'
import { routeLabel } from '#app/server/route-label.ts'

/** Where the answer came from: finished bytes (hit), made for this request (miss), or not for keeping (pass). */
export type Outcome = 'hit' | 'miss' | 'pass' | 'asset' | 'media'

type Answered = {
  requestId: string
  method: string
  /** Without the query, which may say things about a visitor. */
  path: string
  status: number
  outcome: Outcome
  bytes: number
  ms: number
}

const FLUSH_MS = 200
const FLUSH_CHARACTERS = 64 * 1024

const write = logLines('site', 1)
let lines: string[] = []
let characters = 0
let timer: NodeJS.Timeout | undefined
/** Answers since the start. `route` as in route-label.ts. */
type Count = { outcome: Outcome; status: number; route: string; count: number; seconds: number }

const counts = new Map<string, Count>()

/** One line of the log for each answer, written together with others: a write each would cost as much as the answer. */
export function answered({ requestId, method, path, status, outcome, bytes, ms }: Answered): void {
  const route = routeLabel(path, status)
  const kind = `${outcome} ${status} ${route}`
  const counted = counts.get(kind) ?? { outcome, status, route, count: 0, seconds: 0 }
  if (counted.count++ === 0) counts.set(kind, counted)
  counted.seconds += ms / 1_000
  const line = `{"time":"${timestamp()}","level":"info","part":"site","message":"request","requestId":"${requestId}","method":"${method}","path":${JSON.stringify(path)},"status":${status},"outcome":"${outcome}","bytes":${bytes},"ms":${ms.toFixed(1)}}\n`
  lines.push(line)
  characters += line.length
  if (characters >= FLUSH_CHARACTERS) flush()
  else timer ??= setTimeout(flush, FLUSH_MS).unref()
}

/** How many answers there were since the start, and how long they took together. */
export const answeredCounts = (): Iterable<Readonly<Count>> => counts.values()

function flush(): void {
  clearTimeout(timer)
  timer = undefined
  if (characters === 0) return
  const text = lines.join('')
  lines = []
  characters = 0
  write(text)
}
process.once('exit', flush)

let second = 0
let upToSecond = ''

/** ISO 8601 in milliseconds; what comes before them changes once a second. */
function timestamp(): string {
  const now = Date.now()
  const milliseconds = now % 1_000
  if (now - milliseconds !== second) {
    second = now - milliseconds
    upToSecond = new Date(second).toISOString().slice(0, 20)
  }
  return `${upToSecond}${String(milliseconds).padStart(3, '0')}Z`
}
