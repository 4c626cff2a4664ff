import type { Dataset, openDatasets } from './dataset.ts'
import { unauthorized } from './errors.ts'
import { eventRoutes } from './events/event-routes.ts'
import { historyRoutes } from './history/history-routes.ts'
import { type Call, type Route, sendJson } from './http/http.ts'
import { mutationRoutes } from './mutations/mutation-routes.ts'
import { queryRoutes } from './query/query-routes.ts'
import type { Store } from './store/store.ts'

type Parts = {
  datasets: ReturnType<typeof openDatasets>
  store: Store
  streamPort: (call: Call) => number | undefined
}

/** The routes of `/data/…`. */
export function dataRoutes({ datasets, store, streamPort }: Parts): Route[] {
  const { aliases } = datasets
  /** The dataset of a name or an alias. Throws 404. */
  const named = (name: string): Dataset => datasets.getOrThrow(aliases.datasetOf(name) ?? name)
  /** Throws 401, too, if the caller may not read it. */
  const readable = (call: Call, name: string): Dataset => {
    const dataset = named(name)
    if (dataset.aclMode === 'private' && !call.seesDrafts) throw unauthorized()
    return dataset
  }
  return [
    ...queryRoutes(readable),
    ...mutationRoutes(readable),
    ...eventRoutes({ named, readable, follow: aliases.follow, streamPort }),
    ...historyRoutes({ store, readable }),
    {
      method: 'GET',
      path: /^\/data\/references\/([^/]+)\/documents\/([^/]+)(?:\/.*)?$/,
      access: 'viewer',
      // References from other datasets.
      run: ({ res }) => sendJson(res, { totalCount: 0, references: [] }),
    },
  ]
}
