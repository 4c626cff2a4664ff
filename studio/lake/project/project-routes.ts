import type { AssetFiles } from '../assets/asset-files.ts'
import type { openDatasets } from '../dataset.ts'
import { httpError } from '../errors.ts'
import { type Route, readJsonList, sendJson } from '../http/http.ts'
import type { Store } from '../store/store.ts'
import { datasetRoutes } from './dataset-routes.ts'
import { schemaRoutes } from './schema-routes.ts'

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
const ROLE = { ...EDITOR.roles[0]!, isCustom: false, appliesToUsers: true, appliesToRobots: true }
const EVERY_PERMISSION = ['read', 'create', 'update', 'delete', 'history', 'editHistory', 'manage']
const FEATURES = [
  'studioComments',
  'sanityTasks',
  'advancedDatasetManagement',
  'privateDataset',
  'contentReleases',
  'singleDocRelease',
]
const CREATED_AT = '2024-01-01T00:00:00.000Z'

/** Routes of users, projects, datasets and settings, and empty answers for cloud services. */
export function projectRoutes({
  datasets,
  store,
  files,
  projectId,
  siteUrl,
  allowedOrigins,
  allowsOrigin,
}: {
  datasets: Datasets
  store: Store
  files: AssetFiles
  projectId: string
  siteUrl?: string | undefined
  allowedOrigins: string[]
  allowsOrigin: (origin: string) => boolean
}): Route[] {
  const project = {
    id: projectId,
    displayName: 'Local',
    organizationId: null,
    studioHost: null,
    isBlocked: false,
    isDisabled: false,
    isDisabledByUser: false,
    metadata: {},
    features: [],
    createdAt: CREATED_AT,
    members: [
      {
        id: EDITOR.id,
        isCurrentUser: true,
        isRobot: false,
        role: EDITOR.role,
        roles: EDITOR.roles,
        createdAt: CREATED_AT,
      },
    ],
  }
  /** Imported histories name other users, whom the Studio looks up. */
  function user(requestedId: string) {
    const id = requestedId === 'me' ? EDITOR.id : requestedId
    const known = {
      ...EDITOR,
      id,
      sanityUserId: id,
      projectId,
      familyName: null,
      givenName: null,
      middleName: null,
      imageUrl: null,
      createdAt: CREATED_AT,
      updatedAt: CREATED_AT,
      isCurrentUser: id === EDITOR.id,
    }
    if (id === EDITOR.id) return known
    const name = id === 'system' ? 'System' : 'Former editor'
    return { ...known, name, displayName: name, email: null, role: null, roles: [] }
  }
  // The editor in the shape of the Access API.
  const member = {
    sanityUserId: EDITOR.id,
    profile: user(EDITOR.id),
    memberships: [
      { resourceType: 'project', resourceId: projectId, roleNames: [EDITOR.role], addedAt: CREATED_AT },
    ],
  }
  const page = (data: unknown[]) => ({ data, nextCursor: null, totalCount: data.length })
  const answer = (
    method: string | string[],
    path: RegExp,
    body: unknown,
    access: Route['access'] = 'editor',
  ): Route => ({ method, path, access, run: ({ res }) => sendJson(res, body) })
  const ALL = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
  const inProject = String.raw`(?:\/projects\/[^/]+)?`
  const path = (pattern: string) => new RegExp(`^${inProject}${pattern}$`)
  return [
    ...datasetRoutes({ datasets, store, files, projectId, path, author: EDITOR.id }),
    ...schemaRoutes({ datasets, path, author: EDITOR.id }),
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
        const entries = await readJsonList(req)
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
        const users = list.split(',').map(user)
        sendJson(res, users.length === 1 ? users[0] : users)
      },
    },
    answer('GET', /^\/auth\/id$/, { id: EDITOR.id }),
    answer('GET', /^\/auth\/providers$/, { providers: [], thirdPartyLogin: false, sso: {} }, 'anyone'),
    answer('GET', /^\/projects$/, [project]),
    answer('GET', /^\/organizations$/, []),
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
    {
      method: 'GET',
      path: path(String.raw`\/datasets\/([^/]+)\/acl`),
      access: 'editor',
      run({ res }, name) {
        datasets.getOrThrow(datasets.aliases.datasetOf(name) ?? name)
        sendJson(res, [{ filter: '_id in path("**")', permissions: EVERY_PERMISSION }])
      },
    },
    answer('GET', path(String.raw`\/features`), FEATURES),
    {
      method: 'GET',
      path: /^\/check\/cors/,
      access: 'anyone',
      // A refused client asks this without credentials, and then reports CORS.
      run({ req: { headers }, res }) {
        const allowed = headers.origin === undefined || allowsOrigin(headers.origin)
        if (!allowed) res.setHeader('access-control-allow-origin', '*')
        sendJson(res, { result: { cors: allowed, allowed, withCredentials: allowed } })
      },
    },
    answer(
      'GET',
      /^\/projects\/[^/]+\/cors$/,
      allowedOrigins.map((origin, i) => ({
        id: i + 1,
        origin,
        allowCredentials: true,
        projectId,
        createdAt: CREATED_AT,
        updatedAt: CREATED_AT,
        deletedAt: null,
      })),
    ),
    {
      method: ['POST', 'DELETE'],
      path: /^\/projects\/[^/]+\/cors(?:\/[^/]+)?$/,
      access: 'editor',
      run() {
        throw httpError(400, 'STUDIO_ALLOWED_ORIGINS lists the origins that may call the local lake')
      },
    },
    answer('GET', /^\/intake\/telemetry-status$/, { status: 'denied' }, 'anyone'),
    answer(ALL, /^\/intake\//, {}, 'anyone'),
    answer('GET', /^\/geoip\/country$/, { country: '' }),

    // Not Sanity's: the URL of the site, for the Studio's preview.
    ...(siteUrl ? [answer('GET', /^\/site$/, { url: siteUrl })] : []),

    // The Studio asks these cloud services; an empty answer is enough.
    answer('GET', path(String.raw`\/datasets\/[^/]+\/settings\/(?:indexing|embeddings)`), {
      enabled: false,
      status: 'disabled',
    }),
    answer('GET', path(String.raw`\/(?:user-applications|invitations\/project\/[^/]+|hooks)`), []),
    answer('GET', /\/new-content-release-allowed$/, {
      data: {
        orgActiveReleaseCount: 0,
        defaultOrgActiveReleaseLimit: 200,
        datasetReleaseLimit: 200,
        orgActiveReleaseLimit: 200,
      },
    }),
    answer('GET', /^\/schedules\//, { schedules: [] }),
    answer('GET', path(String.raw`\/roles`), [ROLE]),
    answer('GET', /^\/access\/[^/]+\/[^/]+\/roles$/, page([ROLE])),
    answer('GET', /^\/access\/[^/]+\/[^/]+\/robots$/, page([])),
    {
      method: 'POST',
      path: /^\/(?:access\/[^/]+\/[^/]+\/robots|invitations\/project\/[^/]+)$/,
      access: 'editor',
      run() {
        throw httpError(400, 'The local lake has one editor and one token: DATA_DIR/lake-token')
      },
    },
    answer('GET', /^\/access\/[^/]+\/[^/]+\/users$/, page([member])),
    {
      method: 'GET',
      path: /^\/access\/[^/]+\/[^/]+\/users\/([^/]+)$/,
      access: 'editor',
      run({ res }, id) {
        if (id !== EDITOR.id) throw httpError(404, `User not found for ID "${id}"`)
        sendJson(res, member)
      },
    },
    {
      method: 'GET',
      path: /^\/access\/[^/]+\/[^/]+\/user-permissions\/me\/check$/,
      access: 'editor',
      run: ({ res, search }) =>
        sendJson(res, {
          data: Object.fromEntries(search.getAll('permissions').map((permission) => [permission, true])),
        }),
    },
    answer('GET', /^\/access\//, []),
    answer(ALL, /^\/journey\//, []),
    answer(ALL, /^\/help/, { messages: [] }),
    answer(ALL, /^\/descriptors\/(?:claim|synchronize)$/, { synchronization: { type: 'complete' } }),
    // Without a number of days, the Studio shows history without a limit.
    answer('GET', /^\/subscriptions\/project\//, {
      id: 'local',
      projectId,
      plan: {},
      features: [],
      featureTypes: { retention: { features: [{ attributes: {} }] } },
      resources: {},
    }),
  ]
}
