import { httpError } from '../errors.ts'
import type { EventStream } from '../http/event-stream.ts'
import { inProject, type Route, readJson, sendJson } from '../http/http.ts'
import type { Store } from '../store/store.ts'

const ALIAS_PREFIX = '~'
// The rule of @sanity/cli.
const NAME = /^[a-z0-9][-_a-z0-9]{0,62}[a-z0-9]$/

export const isAlias = (name: string) => name.startsWith(ALIAS_PREFIX)

type Aliases = ReturnType<typeof openAliases>

/** https://www.sanity.io/docs/content-lake/how-to-use-hot-swapping-for-datasets */
export function openAliases(store: Store) {
  const followers = new Map<EventStream, string>()
  function end(name: string) {
    for (const [stream, alias] of followers) if (alias === name) stream.close()
  }
  const get = (name: string) => store.aliases().find((alias) => alias.name === name)
  return {
    list: () => store.aliases(),
    get,
    /** The dataset of a name or an alias; undefined for an unlinked alias. */
    datasetOf: (name: string): string | undefined =>
      isAlias(name) ? (get(name.slice(ALIAS_PREFIX.length))?.dataset ?? undefined) : name,
    link(name: string, dataset: string | null) {
      store.putAlias(name, dataset)
      end(name)
    },
    delete(name: string) {
      store.deleteAlias(name)
      end(name)
    },
    /** Ends a stream when its alias moves, so that the client starts over. */
    follow(name: string, stream: EventStream): EventStream {
      if (!isAlias(name)) return stream
      followers.set(stream, name.slice(ALIAS_PREFIX.length))
      stream.onClose(() => followers.delete(stream))
      return stream
    },
  }
}

/** The routes of `sanity dataset alias`. `datasetOf` throws 404 for an unknown dataset. */
export function aliasRoutes(aliases: Aliases, datasetOf: (name: string) => { name: string }): Route[] {
  const aliasOf = (name: string) => {
    const alias = aliases.get(name)
    if (!alias) throw httpError(404, `Dataset alias "${ALIAS_PREFIX}${name}" not found`)
    return alias
  }
  function existingDataset(name: unknown): string {
    if (typeof name !== 'string') throw httpError(400, 'datasetName must be the name of a dataset')
    return datasetOf(name).name
  }
  return [
    {
      method: 'GET',
      path: inProject(String.raw`\/aliases`),
      access: 'viewer',
      run({ res }) {
        const list = aliases.list().map(({ name, dataset }) => ({ name, datasetName: dataset }))
        sendJson(res, list)
      },
    },
    {
      method: ['PUT', 'PATCH', 'DELETE'],
      path: inProject(String.raw`\/aliases\/([^/]+)`),
      access: 'administrator',
      async run({ req, res }, name) {
        if (req.method === 'DELETE') {
          aliases.delete(aliasOf(name).name)
          return sendJson(res, { deleted: true })
        }
        const { datasetName } = await readJson(req)
        if (req.method === 'PATCH') aliasOf(name)
        else {
          if (!NAME.test(name)) throw httpError(400, `${JSON.stringify(name)} is not a name for an alias`)
          if (aliases.get(name)) throw httpError(409, `Dataset alias "${ALIAS_PREFIX}${name}" already exists`)
        }
        const isUnlinked = req.method === 'PUT' && (datasetName ?? null) === null
        const dataset = isUnlinked ? null : existingDataset(datasetName)
        aliases.link(name, dataset)
        sendJson(res, { aliasName: name, datasetName: dataset })
      },
    },
    {
      method: 'PATCH',
      path: inProject(String.raw`\/aliases\/([^/]+)\/unlink`),
      access: 'administrator',
      run({ res }, name) {
        const { dataset } = aliasOf(name)
        aliases.link(name, null)
        sendJson(res, { aliasName: name, datasetName: dataset })
      },
    },
  ]
}
