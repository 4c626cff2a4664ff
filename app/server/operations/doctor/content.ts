import { API_VERSION } from '#app/content/lake.server.ts'
import { ask, type Check, missing, ok, wrong } from '#app/server/operations/doctor/check.ts'

/** The documents without which the site can't work (app/content/required-documents.ts), and the plans. */
const REQUIRED = `{
  "settings": defined(*[_id == "siteSettings"][0].brand),
  "front page": defined(*[_type == "page" && slug.current == "home"][0].blocks),
  "assistant": defined(*[_id == "assistant"][0].greeting),
  "plans": count(*[_type == "plan"]) > 0
}`
/** Sent as a dry run. */
const EDIT = { mutations: [{ createIfNotExists: { _id: 'drafts.doctor', _type: 'siteSettings' } }] }

export const sanityUrl = (projectId: string): string => `https://${projectId}.api.sanity.io`

/** Asks for the required documents, and a hosted project for the rights of token and Studio. */
export const checkContent: Check = async ({ env, isRunning }) => {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, SANITY_API_TOKEN: token } = env
  if (!projectId && !isRunning) return missing('content: the local lake does not run')
  const base = projectId ? sanityUrl(projectId) : `http://localhost:${env.STUDIO_PORT}`
  const send = (path: string, more: Record<string, string> = {}, body?: string) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), ...more }
    return ask(`${base}/v${API_VERSION}/data/${path}`, { headers, body, method: body ? 'POST' : 'GET' })
  }
  const query = `query/${dataset}?perspective=published&query=${encodeURIComponent(REQUIRED)}`
  const place = projectId ? `Sanity project ${projectId}, dataset ${dataset}` : 'the local lake'

  const { status, json } = await send(query)
  if (status === 404) return wrong(`content: no ${place}. Correct SANITY_PROJECT_ID or SANITY_DATASET`)
  if (status === 401 || status === 403)
    return wrong(`content: Sanity refuses the SANITY_API_TOKEN (${status}). Set one of this project`)
  if (status !== 200) return wrong(`content: ${place} answers ${status}. See status.sanity.io`)
  const { result } = json as { result: Record<string, boolean> }
  const absent = Object.keys(result).filter((name) => !result[name])
  const published =
    absent.length === 0
      ? ok(`content: ${place} has settings, front page, assistant and plans`)
      : wrong(
          `content: ${place} has no published ${absent.join(', ')}. Import the content, or set SANITY_API_TOKEN`,
        )
  if (!projectId) return published
  if (!env.STUDIO_URL) return [published, missing('previews and Inbox: no STUDIO_URL')]
  if (!token) return [published, wrong('previews: create a SANITY_API_TOKEN with editor rights')]

  const { origin } = new URL(env.STUDIO_URL)
  const [edit, fromStudio] = await Promise.all([
    send(`mutate/${dataset}?dryRun=true`, { 'content-type': 'application/json' }, JSON.stringify(EDIT)),
    send(query, { origin }),
  ])
  const { 'access-control-allow-origin': allowed, 'access-control-allow-credentials': credentials } =
    fromStudio.headers
  const refused = `SANITY_API_TOKEN may not edit (${edit.status}). It needs editor rights`
  if (edit.status !== 200) return [published, wrong(`previews: ${refused}`)]
  return [
    published,
    allowed === origin && credentials === 'true'
      ? ok(`previews: SANITY_API_TOKEN may edit, and the Studio at ${origin} may call Sanity`)
      : wrong(`previews: Sanity refuses the Studio. Run: npm run sanity -- cors add ${origin} --credentials`),
  ]
}
