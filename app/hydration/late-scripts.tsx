import { Scripts, UNSAFE_RemixContext, useMatches } from '@remix-run/react'
import { useContext, useEffect, useState } from 'react'
import { SPECULATION_RULES } from '#app/hydration/speculation-rules.ts'
import type { Setup } from '#app/hydration/until-hydrated.ts'
import untilHydrated from '#app/hydration/until-hydrated.ts?inline-script'
import { type PageData, unpacked } from '#app/page-data.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** For the `handle` of a route whose page is of little use without its script. */
export const HYDRATED_AT_ONCE = { hydratedAtOnce: true }

/** Remix's `<Scripts>`, but for when they come: see until-hydrated.ts. While developing they come at once. */
export const LateScripts = import.meta.env.DEV ? Scripts : UntilHydrated

function UntilHydrated() {
  const script = useScript()
  // The server's script stays as it is: it has run.
  const [html] = useState(script)
  // Once React's own work is done: during it, a press that is made again can't make React take over what was pressed.
  useEffect(() => queueMicrotask(() => dispatchEvent(new Event('hydrated'))), [])
  const hydrated = useHydrated()
  return (
    <>
      {!hydrated && <Inline type="speculationrules" code={SPECULATION_RULES} />}
      <Inline code={html} />
    </>
  )
}

/** Our own code, and what Remix has escaped. */
const Inline = ({ type, code }: { type?: string; code: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  <script type={type} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
)

function useScript(): string {
  const context = useContext(UNSAFE_RemixContext)
  const matches = useMatches()
  if (!import.meta.env.SSR || !context?.serverHandoffString) return ''
  const { manifest, serverHandoffString, renderMeta } = context
  if (renderMeta) renderMeta.didRenderScripts = true // Remix then streams the page's data after it
  const ids = matches.map(({ id }) => id)
  const parts = [manifest.entry, ...ids.flatMap((id) => manifest.routes[id] ?? [])]
  const files = [manifest.url, ...parts.flatMap(({ module, imports = [] }) => [module, ...imports])]
  const now = matches.some(
    ({ id, handle, data }) =>
      (handle as Partial<typeof HYDRATED_AT_ONCE> | undefined)?.hydratedAtOnce ||
      (id === 'root' && data && unpacked(data as PageData<{ preview?: unknown }>).preview),
  )
  const setup: Setup = [[...new Set(files)], ids]
  if (now) setup.push(now)
  return [
    `__remixContext=${serverHandoffString}`,
    '__remixContext.stream=new ReadableStream({start(c){__remixContext.streamController=c}}).pipeThrough(new TextEncoderStream)',
    `(${untilHydrated})(...${JSON.stringify(setup)})`,
  ].join(';')
}
