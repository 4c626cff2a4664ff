import { Agent } from 'node:https'
import { API_VERSION } from '#app/content/lake.server.ts'
import { ask, type Reply } from '#app/server/operations/doctor/ask.ts'
import { type Finding, missing, ok, type Setup, wrong } from '#app/server/operations/doctor/finding.ts'

/** The documents without which the site can't work (app/content/required-documents.ts), and the plans. */
const REQUIRED = `{
  "settings": defined(*[_id == "siteSettings"][0].brand),
  "front page": defined(*[_type == "page" && slug.current == "home"][0].blocks),
  "assistant": defined(*[_id == "assistant"][0].greeting),
  "plans": count(*[_type == "plan"]) > 0
}`
/** Changes nothing: it is sent as a dry run. */
const EDIT = { mutations: [{ createIfNotExists: { _id: 'drafts.doctor', _type: 'siteSettings' } }] }

export const sanityUrl = (projectId: string): string => `https://${projectId}.api.sanity.io`
/** Like @sanity/client, which uses the proxy of the environment without NODE_USE_ENV_PROXY. */
export const sanityAgent = (): Agent => new Agent({ proxyEnv: process.env })

/** Asks the Content Lake for the required documents, and a hosted one for the rights of token and Studio. */
export async function checkContent({ env, isRunning }: Setup): Promise<Finding[]> {
  const { SANITY_PROJECT_ID: projectId, SANITY_DATASET: dataset, SANITY_API_TOKEN: token } = env
  if (!projectId && !isRunning) return [missing('content: the local lake does not run')]
  const base = projectId ? sanityUrl(projectId) : `http://localhost:${env.STUDIO_PORT}`
  const send = (path: string, headers: Record<string, string> = {}, body?: object) =>
    ask(`${base}/v${API_VERSION}/data/${path}`, {
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(projectId && { agent: sanityAgent() }),
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
  const query = `query/${dataset}?query=${encodeURIComponent(REQUIRED)}&perspective=published`

  const reply = await send(query).catch((error: Error) => error)
  if (reply instanceof Error)
    return [wrong(`content: ${base} can’t be reached (${reply.message}). Check the network and HTTPS_PROXY`)]
  if (reply.status !== 200) return [wrong(refusal(reply, token))]
  const { result } = reply.json as { result: Record<string, boolean> }
  const absent = Object.keys(result).filter((name) => !result[name])
  const place = projectId ? `Sanity project ${projectId}, dataset ${dataset}` : 'local lake'
  const published =
    absent.length === 0
      ? ok(`content: ${place}; settings, front page, assistant and plans are published`)
      : wrong(
          `content: ${place} has no published ${absent.join(', ')}. Import the content${token ? '' : '; a private dataset needs SANITY_API_TOKEN'}`,
        )
  return projectId ? [published, await checkEditing()] : [published]

  async function checkEditing(): Promise<Finding> {
    if (!env.STUDIO_URL) return missing('previews and Inbox: no STUDIO_URL')
    if (!token) return wrong('previews: STUDIO_URL needs a SANITY_API_TOKEN with editor rights')
    const { origin } = new URL(env.STUDIO_URL)
    const json = { 'content-type': 'application/json' }
    const [edit, fromStudio] = await Promise.all([
      send(`mutate/${dataset}?dryRun=true`, json, EDIT),
      send(query, { origin }),
    ])
    if (edit.status !== 200)
      return wrong(
        `previews: SANITY_API_TOKEN may not edit (${edit.status}). Create one with editor rights: sanity.io/manage, API, Tokens`,
      )
    const { 'access-control-allow-origin': allowed, 'access-control-allow-credentials': credentials } =
      fromStudio.headers
    return allowed === origin && credentials === 'true'
      ? ok(`previews: SANITY_API_TOKEN may edit, and the Studio at ${origin} may call Sanity`)
      : wrong(
          `previews: Sanity refuses the Studio’s origin. Add it: npx sanity cors add ${origin} --credentials`,
        )
  }
}

function refusal({ status, text }: Reply, token: string | undefined): string {
  if (status === 404) return `content: Sanity answered 404. Correct SANITY_PROJECT_ID or SANITY_DATASET`
  if (status === 401 || status === 403)
    return token
      ? `content: Sanity refuses SANITY_API_TOKEN (${status}). Create another one for this project`
      : `content: the dataset is private (${status}). Set SANITY_API_TOKEN`
  return `content: Sanity answered ${status} ${text.slice(0, 100)}. See status.sanity.io`
}
