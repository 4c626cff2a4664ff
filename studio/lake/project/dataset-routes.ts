import { EDITOR } from '../access/users.ts'
import type { AssetFiles } from '../assets/asset-files.ts'
import type { openDatasets } from '../dataset.ts'
import { isVersionId, releaseDocumentId } from '../documents/document-ids.ts'
import { datasetNotFound, httpError } from '../errors.ts'
import { openEventStream } from '../http/event-stream.ts'
import { inProject, integerParam, type Route, readJson, sendJson } from '../http/http.ts'
import type { DatasetInfo, Store } from '../store/store.ts'
import { aliasRoutes } from './aliases.ts'

/** The rule of @sanity/client, in lower case. */
export const isDatasetName = (name: string) => /^[a-z0-9][-_a-z0-9]{0,63}$/.test(name)
const MAX_COPIES = 10
const ACL_MODES = ['public', 'private', 'custom']

type Parts = {
  datasets: ReturnType<typeof openDatasets>
  store: Store
  files: AssetFiles
  projectId: string
}

/** Routes to list, create, edit, copy and delete datasets. https://www.sanity.io/docs/http-reference/projects */
export function datasetRoutes({ datasets, store, files, projectId }: Parts): Route[] {
  const { now, randomId } = store.sources
  const infoOf = (name: string) => {
    const info = store.datasets().find((dataset) => dataset.name === name)
    if (!info) throw datasetNotFound(name, projectId)
    return info
  }
  // Comments and tasks are stored in an add-on dataset.
  const contentDatasetOf = (name: string) => /^(.+)-comments$/.exec(name)?.[1]
  const describe = ({ name, aclMode, createdAt }: DatasetInfo) => ({
    name,
    aclMode,
    createdAt,
    createdByUserId: EDITOR.id,
    addonFor: contentDatasetOf(name) ?? null,
    datasetProfile: contentDatasetOf(name) ? 'comments' : 'content',
    features: [],
    tags: [],
  })
  const aclModeOf = (mode: unknown): string => {
    if (ACL_MODES.includes(String(mode))) return String(mode)
    throw httpError(400, `aclMode must be one of ${ACL_MODES.join(', ')}`)
  }
  function checkNew(name: unknown): string {
    if (typeof name !== 'string' || !isDatasetName(name))
      throw httpError(
        400,
        `${JSON.stringify(name)} is not a dataset name: lower case letters, digits, _ and -`,
      )
    if (datasets.get(name)) throw httpError(409, `Dataset "${name}" already exists`)
    return name
  }

  const copied: { id: string; [field: string]: unknown }[] = []
  async function copy(source: string, target: string, withReleases: boolean, author: string) {
    const createdAt = now().toISOString()
    const isOfRelease = (id: string) => isVersionId(id) || id.startsWith(releaseDocumentId(''))
    const moved = (text: unknown) =>
      String(text).replace(`/${projectId}/${source}/`, `/${projectId}/${target}/`)
    datasets.create(target, infoOf(source).aclMode)
    const copies = datasets
      .getOrThrow(source)
      .content.view('raw', true)
      .documents.filter(({ _id }) => withReleases || !isOfRelease(_id))
      .map((doc) =>
        doc._type === 'sanity.imageAsset' || doc._type === 'sanity.fileAsset'
          ? { createOrReplace: { ...doc, path: moved(doc.path), url: moved(doc.url) } }
          : { createOrReplace: doc },
      )
    await files.copy(source, target) // after the documents, so that no file is missing
    await datasets.getOrThrow(target).commit(copies, { author, writesScheduled: true })
    const job = { id: randomId(), state: 'completed', progress: 100, withHistory: false }
    const updatedAt = now().toISOString()
    copied.unshift({ ...job, sourceDataset: source, targetDataset: target, createdAt, updatedAt })
    return job.id
  }

  async function remove(name: string) {
    await datasets.remove(name)
    await files.remove(name)
  }

  return [
    {
      method: 'GET',
      path: inProject(String.raw`\/datasets`),
      access: 'viewer',
      run({ res, search }) {
        const isRequested = (dataset: ReturnType<typeof describe>) =>
          (['datasetProfile', 'addonFor'] as const).every(
            (name) => !search.get(name) || search.get(name) === dataset[name],
          )
        sendJson(res, store.datasets().map(describe).filter(isRequested))
      },
    },
    {
      method: ['PUT', 'POST'],
      path: inProject(String.raw`\/datasets(?:\/([^/]+))?`),
      access: 'administrator',
      async run({ req, res }, inPath) {
        const body = await readJson(req)
        const name = checkNew(inPath ?? body.name)
        const aclMode = aclModeOf(body.aclMode ?? 'public')
        datasets.create(name, aclMode)
        sendJson(res, { datasetName: name, aclMode })
      },
    },
    {
      // Copies since the start of the lake, newest first. All are complete.
      method: 'GET',
      path: inProject(String.raw`\/datasets\/copy`),
      access: 'viewer',
      run({ res, search }) {
        const offset = integerParam(search, 'offset', 0) ?? 0
        const limit = integerParam(search, 'limit', 1) ?? MAX_COPIES
        sendJson(res, copied.slice(offset, offset + limit))
      },
    },
    {
      method: ['GET', 'PATCH', 'DELETE'],
      path: inProject(String.raw`\/datasets\/([^/]+)`),
      access: { read: 'viewer', change: 'administrator' },
      async run({ req, res }, name) {
        const info = infoOf(name)
        if (req.method === 'PATCH') {
          const aclMode = aclModeOf((await readJson(req)).aclMode)
          store.setAclMode(name, aclMode)
          datasets.getOrThrow(name).setAclMode(aclMode)
          return sendJson(res, { datasetName: name, aclMode })
        }
        if (req.method !== 'DELETE') return sendJson(res, describe(info))
        await remove(name)
        sendJson(res, { deleted: true })
      },
    },
    {
      // Copies documents and files without their history.
      method: 'PUT',
      path: inProject(String.raw`\/datasets\/([^/]+)\/copy`),
      access: 'administrator',
      async run({ req, res, identity }, source) {
        const { aclMode } = infoOf(source)
        const { targetDataset, skipContentReleases } = await readJson(req)
        const target = checkNew(targetDataset)
        const withReleases = skipContentReleases !== true
        const jobId = await copy(source, target, withReleases, identity).catch(async (error) => {
          await remove(target) // a partial copy must not remain
          throw error
        })
        sendJson(res, { datasetName: target, aclMode, jobId, message: `Copied ${source} to ${target}` })
      },
    },
    {
      // The copy is already complete. The CLI sends no token here.
      method: 'GET',
      path: /^\/jobs\/([^/]+)(\/listen)?$/,
      access: 'anyone',
      run({ res }, id, listen) {
        const job = copied.find((job) => job.id === id)
        if (!job) throw httpError(404, `Job not found for ID "${id}"`)
        if (!listen) return sendJson(res, job)
        const stream = openEventStream(res)
        stream.send('job', { ...job, job_id: id })
        stream.close()
      },
    },
    ...aliasRoutes(datasets.aliases, datasets.getOrThrow),
    {
      method: 'POST',
      path: /^\/comments\/([^/]+)\/setup$/,
      access: 'editor',
      run({ res }, about) {
        infoOf(about)
        const datasetName = `${about}-comments`
        if (!datasets.get(datasetName)) datasets.create(datasetName, 'private')
        sendJson(res, { datasetName })
      },
    },
  ]
}
