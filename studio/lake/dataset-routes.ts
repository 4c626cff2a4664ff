import { aliasRoutes } from '#studio/lake/aliases.ts'
import type { AssetFiles } from '#studio/lake/asset-files.ts'
import type { openDatasets } from '#studio/lake/dataset.ts'
import { type Document, isVersionId, randomId, releaseDocumentId } from '#studio/lake/document-ids.ts'
import { httpError, noDataset } from '#studio/lake/errors.ts'
import { openEventStream } from '#studio/lake/event-stream.ts'
import { type Route, readJson, sendJson, wholeIn } from '#studio/lake/http.ts'
import type { DatasetInfo, Store } from '#studio/lake/store.ts'

type Datasets = ReturnType<typeof openDatasets>
// As @sanity/client checks them before it asks.
const NAME = /^[a-z0-9][-\w]{0,63}$/
const MOST_COPIES = 10
const ACL_MODES = ['public', 'private', 'custom']

/** Datasets of the project: list, create, change, copy, delete. https://www.sanity.io/docs/http-reference/projects */
export function datasetRoutes({
  datasets,
  store,
  files,
  projectId,
  path,
  author,
}: {
  datasets: Datasets
  store: Store
  files: AssetFiles
  projectId: string
  /** An address with or without its project. */
  path: (pattern: string) => RegExp
  author: string
}): Route[] {
  const named = (name: string) => {
    const info = store.datasets().find((one) => one.name === name)
    if (!info) throw noDataset(name)
    return info
  }
  // Comments and tasks live in a dataset of their own beside the one they are about.
  const aboutOf = (name: string) => /^(.+)-comments$/.exec(name)?.[1]
  const describe = ({ name, aclMode, createdAt }: DatasetInfo) => ({
    name,
    aclMode,
    createdAt,
    createdByUserId: author,
    addonFor: aboutOf(name) ?? null,
    datasetProfile: aboutOf(name) ? 'comments' : 'content',
    features: [],
    tags: [],
  })
  const aclModeOf = (given: unknown): string => {
    if (!ACL_MODES.includes(String(given)))
      throw httpError(400, `aclMode must be one of ${ACL_MODES.join(', ')}`)
    return String(given)
  }
  function checkNew(name: unknown): string {
    if (typeof name !== 'string' || !NAME.test(name) || name !== name.toLowerCase())
      throw httpError(
        400,
        `${JSON.stringify(name)} is not a dataset name: lower case letters, digits, _ and -`,
      )
    if (datasets.get(name)) throw httpError(409, `Dataset "${name}" already exists`)
    return name
  }

  const copied: { id: string; [what: string]: unknown }[] = []
  async function copy(source: string, target: string, withReleases: boolean) {
    const createdAt = new Date().toISOString()
    datasets.create(target, named(source).aclMode)
    const moved = (text: unknown) =>
      String(text).replace(`/${projectId}/${source}/`, `/${projectId}/${target}/`)
    const copies = datasets
      .named(source)
      .content.view('raw', true)
      .documents.filter(
        ({ _id }) => withReleases || !(isVersionId(_id) || _id.startsWith(releaseDocumentId(''))),
      )
      .map((doc: Document) =>
        doc._type === 'sanity.imageAsset' || doc._type === 'sanity.fileAsset'
          ? { ...doc, path: moved(doc.path), url: moved(doc.url) }
          : doc,
      )
    await files.copy(source, target) // after the documents were read: the file of each is there before it
    await datasets.named(target).commit(
      copies.map((createOrReplace) => ({ createOrReplace })),
      { author, unlocked: true },
    )
    const job = { id: randomId(), state: 'completed', progress: 100 }
    const of = { sourceDataset: source, targetDataset: target, withHistory: false }
    copied.unshift({ ...job, ...of, createdAt, updatedAt: new Date().toISOString() })
    return job.id
  }

  async function remove(name: string) {
    datasets.remove(name)
    await files.remove(name)
  }

  return [
    {
      method: 'GET',
      path: path(String.raw`\/datasets`),
      access: 'editor',
      run({ res, search }) {
        const [profile, about] = [search.get('datasetProfile'), search.get('addonFor')]
        const list = store.datasets().map(describe)
        sendJson(
          res,
          list.filter(
            (one) => (!profile || one.datasetProfile === profile) && (!about || one.addonFor === about),
          ),
        )
      },
    },
    {
      method: ['PUT', 'POST'],
      path: path(String.raw`\/datasets(?:\/([^/]+))?`),
      access: 'editor',
      async run({ req, res }, inPath) {
        const body = await readJson(req)
        const name = checkNew(inPath ?? body.name)
        const aclMode = aclModeOf(body.aclMode ?? 'public')
        datasets.create(name, aclMode)
        sendJson(res, { datasetName: name, aclMode })
      },
    },
    {
      // The latest first, since the lake's start. None is under way: each is done before it is answered.
      method: 'GET',
      path: path(String.raw`\/datasets\/copy`),
      access: 'editor',
      run({ res, search }) {
        const offset = wholeIn(search, 'offset', 0) ?? 0,
          limit = wholeIn(search, 'limit', 1) ?? MOST_COPIES
        sendJson(res, copied.slice(offset, offset + limit))
      },
    },
    {
      method: ['GET', 'PATCH', 'DELETE'],
      path: path(String.raw`\/datasets\/([^/]+)`),
      access: 'editor',
      async run({ req, res }, name) {
        const info = named(name)
        if (req.method === 'PATCH') {
          const aclMode = aclModeOf((await readJson(req)).aclMode)
          store.setAclMode(name, aclMode)
          datasets.named(name).setAclMode(aclMode)
          return sendJson(res, { datasetName: name, aclMode })
        }
        if (req.method !== 'DELETE') return sendJson(res, describe(info))
        await remove(name)
        sendJson(res, { deleted: true })
      },
    },
    {
      // The current documents and their files; their history stays with the source.
      method: 'PUT',
      path: path(String.raw`\/datasets\/([^/]+)\/copy`),
      access: 'editor',
      async run({ req, res }, source) {
        const { aclMode } = named(source)
        const { targetDataset, skipContentReleases } = await readJson(req)
        const target = checkNew(targetDataset)
        const jobId = await copy(source, target, skipContentReleases !== true).catch(async (error) => {
          await remove(target) // or half a copy would pass for a whole one, and keep its name from the next try
          throw error
        })
        sendJson(res, {
          datasetName: target,
          aclMode,
          jobId,
          message: `Copied ${source} to ${target}`,
        })
      },
    },
    {
      // A copy is done before it is answered. The CLI listens without a token, and comes back at once when refused.
      method: 'GET',
      path: /^\/jobs\/([^/]+)(\/listen)?$/,
      access: 'anyone',
      run({ res }, id, listen) {
        const job = copied.find((one) => one.id === id)
        if (!job && !listen) throw httpError(404, `Job not found for ID "${id}"`)
        if (!listen) return sendJson(res, job)
        const stream = openEventStream(res)
        if (job) stream.send('job', { ...job, job_id: id })
        else stream.send('channel_error', `There is no job ${id}`)
        stream.close()
      },
    },
    {
      method: 'GET',
      path: path(String.raw`\/tags`),
      access: 'editor',
      run: ({ res }) => sendJson(res, []), // there are none
    },
    ...aliasRoutes({ aliases: datasets.aliases, hasDataset: (name) => !!datasets.get(name), path }),
    {
      method: 'POST',
      path: /^\/comments\/([^/]+)\/setup$/,
      access: 'editor',
      run({ res }, about) {
        named(about)
        const datasetName = `${about}-comments`
        if (!datasets.get(datasetName)) datasets.create(datasetName, 'private')
        sendJson(res, { datasetName })
      },
    },
  ]
}
