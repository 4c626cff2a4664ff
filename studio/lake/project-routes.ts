import type { openDatasets } from '#studio/lake/dataset.ts'
import { httpError } from '#studio/lake/errors.ts'
import { openEventStream } from '#studio/lake/event-stream.ts'
import { type Route, readJson, sendJson } from '#studio/lake/http.ts'
import type { DatasetInfo, Store } from '#studio/lake/store.ts'

type Datasets = ReturnType<typeof openDatasets>

export const EDITOR = {
  id: 'local-editor',
  name: 'Local editor',
  displayName: 'Local editor',
  email: 'editor@localhost',
  role: 'administrator',
  provider: 'local',
  profileImage: null,
  roles: [
    { name: 'administrator', title: 'Administrator', description: 'Read and write access to all content.' },
  ],
}
const EVERY_PERMISSION = ['read', 'create', 'update', 'delete', 'history', 'editHistory', 'manage']
const SINCE = '2024-01-01T00:00:00.000Z'

/** Users, projects, datasets, key-value settings, and what the Studio asks for that has an empty answer here. */
export function projectRoutes({
  datasets,
  store,
  projectId,
}: {
  datasets: Datasets
  store: Store
  projectId: string
}): Route[] {
  const project = {
    id: projectId,
    displayName: 'Local',
    organizationId: null,
    studioHost: null,
    isBlocked: false,
    isDisabled: false,
    metadata: {},
    features: [],
    createdAt: SINCE,
    members: [
      {
        id: EDITOR.id,
        isCurrentUser: true,
        isRobot: false,
        role: EDITOR.role,
        roles: EDITOR.roles,
        createdAt: SINCE,
      },
    ],
  }
  const answer = (
    method: string | string[],
    path: RegExp,
    body: unknown,
    access: Route['access'] = 'editor',
  ): Route => ({ method, path, access, run: ({ res }) => sendJson(res, body) })
  const ALL = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  const inProject = String.raw`(?:\/projects\/[^/]+)?`
  const path = (pattern: string) => new RegExp(`^${inProject}${pattern}$`)
  // Comments live in a dataset of their own beside the one they are about.
  const aboutOf = (name: string) => /^(.+)-comments$/.exec(name)?.[1]
  const describe = ({ name, aclMode, createdAt }: DatasetInfo) => ({
    name,
    aclMode,
    createdAt,
    createdByUserId: EDITOR.id,
    addonFor: aboutOf(name) ?? null,
    datasetProfile: aboutOf(name) ? 'comments' : 'content',
    features: [],
    tags: [],
  })

  return [
    answer('GET', path(String.raw`\/users\/me`), EDITOR),
    {
      method: ['GET', 'PUT', 'POST'],
      path: path(String.raw`\/users\/me\/keyvalue(?:\/(.*))?`),
      access: 'editor',
      async run({ req, res }, keys = '') {
        if (req.method === 'GET') {
          return sendJson(
            res,
            keys
              .split(',')
              .filter(Boolean)
              .flatMap((key) => {
                const found = store.keyvalue(key)
                return found ? [{ key, ...found }] : []
              }),
          )
        }
        const entries = [await readJson(req)].flat() as { key?: unknown; value?: unknown }[]
        for (const { key } of entries)
          if (typeof key !== 'string' || !key) throw httpError(400, 'each entry needs a key')
        sendJson(
          res,
          entries.map(({ key, value }) => ({
            key,
            value,
            updatedAt: store.setKeyvalue(key as string, value),
          })),
        )
      },
    },
    {
      method: 'GET',
      path: path(String.raw`\/users\/([^/]+)`),
      access: 'editor',
      run({ res }, list) {
        const users = list.split(',').map((id) => ({
          ...EDITOR,
          id,
          isCurrentUser: id === EDITOR.id,
          ...(id !== EDITOR.id && { displayName: id === 'system' ? 'System' : 'Former editor' }),
        }))
        sendJson(res, users.length === 1 ? users[0] : users)
      },
    },
    answer('GET', /^\/auth\/id$/, { id: EDITOR.id }),
    answer('GET', /^\/auth\/providers$/, { providers: [], thirdPartyLogin: false, sso: {} }, 'anyone'),
    answer('POST', /^\/auth\/logout$/, {}, 'anyone'),
    answer(['GET'], /^\/projects$/, [project]),
    answer('GET', /^\/projects\/[^/]+$/, project),
    answer('GET', path(String.raw`\/grants`), {
      'sanity.project': [
        {
          grants: [
            { name: 'read', params: {} },
            { name: 'deployStudio', params: {} },
          ],
        },
      ],
      'sanity.document.filter.mode': [],
    }),
    answer('GET', path(String.raw`\/datasets\/[^/]+\/acl`), [
      { filter: '_id in path("**")', permissions: EVERY_PERMISSION },
    ]),
    {
      method: 'GET',
      path: path(String.raw`\/datasets`),
      access: 'editor',
      run({ res, search }) {
        const [profile, about] = [search.get('datasetProfile'), search.get('addonFor')]
        const list = datasets.list().map(describe)
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
        const body = await readJson(req),
          name = String(inPath ?? body.name ?? '')
        if (!/^[a-z0-9~][a-z0-9_-]{0,63}$/.test(name)) throw httpError(400, `"${name}" is not a dataset name`)
        if (datasets.get(name)) throw httpError(409, `Dataset "${name}" already exists`)
        datasets.create(name, body.aclMode === 'private' ? 'private' : 'public')
        sendJson(res, { datasetName: name, aclMode: body.aclMode ?? 'public' })
      },
    },
    {
      method: 'DELETE',
      path: path(String.raw`\/datasets\/([^/]+)`),
      access: 'editor',
      run({ res }, name) {
        if (!datasets.get(name)) throw httpError(404, `Dataset "${name}" not found`)
        datasets.remove(name)
        sendJson(res, { deleted: true })
      },
    },
    answer('GET', /^\/features$/, []),
    answer(
      'GET',
      /^\/check\/cors/,
      { result: { cors: true, allowed: true, withCredentials: true } },
      'anyone',
    ),
    answer('GET', /^\/intake\/telemetry-status$/, { status: 'denied' }, 'anyone'),
    answer(ALL, /^\/intake\//, {}, 'anyone'),
    answer('GET', /^\/geoip\/country$/, { country: '' }),

    // Services that exist only in Sanity's cloud: the Studio asks, an empty answer is enough.
    answer('GET', path(String.raw`\/datasets\/[^/]+\/settings\/indexing`), { enabled: false }),
    answer('GET', path(String.raw`\/(?:roles|user-applications|invitations\/project\/[^/]+)`), []),
    answer('GET', /\/new-content-release-allowed$/, {
      data: {
        orgActiveReleaseCount: 0,
        defaultOrgActiveReleaseLimit: 200,
        datasetReleaseLimit: 200,
        orgActiveReleaseLimit: 200,
      },
    }),
    answer(ALL, /^\/schedules\//, { schedules: [] }),
    answer(ALL, /^\/(?:journey|access)\//, []),
    answer(ALL, /^\/help/, { messages: [] }),
    answer(ALL, /^\/descriptors\/(?:claim|synchronize)$/, { synchronization: { type: 'complete' } }),
    answer('GET', /^\/subscriptions\/project\//, {
      id: 'local',
      projectId,
      plan: {},
      features: [],
      resources: {},
    }),
    {
      method: 'POST',
      path: /^\/comments\/([^/]+)\/setup$/,
      access: 'editor',
      run({ res }, about) {
        if (!datasets.get(about)) throw httpError(404, `Dataset "${about}" not found`)
        const datasetName = `${about}-comments`
        if (!datasets.get(datasetName)) datasets.create(datasetName, 'private')
        sendJson(res, { datasetName })
      },
    },
    {
      method: 'GET',
      path: /^\/agent\/[^/]+\/bundles\/mine\/listen$/,
      access: 'editor',
      run: ({ res }) => openEventStream(res).send('welcome', {}),
    },
  ]
}
