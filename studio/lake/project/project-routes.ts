import type { Access } from '../access/access.ts'
import { corsRoutes } from '../access/cors.ts'
import { tokenRoutes } from '../access/tokens.ts'
import {
  aclOf,
  allRoles,
  CREATED_AT,
  currentUser,
  describeRole,
  EDITOR,
  grantsOf,
  hasPermission,
  publicUser,
  tokensOf,
  userById,
  userOf,
} from '../access/users.ts'
import type { AssetFiles } from '../assets/asset-files.ts'
import type { openDatasets } from '../dataset.ts'
import { httpError } from '../errors.ts'
import { type Call, inProject, type Route, readJsonList, sendJson } from '../http/http.ts'
import type { Store } from '../store/store.ts'
import { datasetRoutes } from './dataset-routes.ts'
import { schemaRoutes } from './schema-routes.ts'

const FEATURES = [
  'studioComments',
  'sanityTasks',
  'advancedDatasetManagement',
  'privateDataset',
  'contentReleases',
  'singleDocRelease',
]

type Parts = {
  datasets: ReturnType<typeof openDatasets>
  store: Store
  files: AssetFiles
  projectId: string
  siteUrl: string | undefined
  allowedOrigins: string[]
  access: Access
}

/** Routes of users, projects, datasets and settings, and empty answers for cloud services. */
export function projectRoutes(parts: Parts): Route[] {
  const { datasets, store, projectId, siteUrl, access } = parts
  const projectFor = ({ identity }: Call) => ({
    id: projectId,
    displayName: 'Local content lake',
    organizationId: null,
    studioHost: null,
    isBlocked: false,
    isDisabled: false,
    isDisabledByUser: false,
    metadata: {},
    features: [],
    createdAt: CREATED_AT,
    members: [EDITOR, ...tokensOf(store).map(userOf)].map(({ id, isRobot, role }) => {
      const roles = [describeRole(role)]
      return { id, isCurrentUser: id === identity, isRobot, role, roles, createdAt: CREATED_AT }
    }),
  })
  // The editor in the shape of the Access API.
  const memberFor = (currentId: string) => ({
    sanityUserId: EDITOR.id,
    profile: publicUser(store, projectId, EDITOR.id, currentId),
    memberships: [
      { resourceType: 'project', resourceId: projectId, roleNames: [EDITOR.role], addedAt: CREATED_AT },
    ],
  })
  const page = (data: unknown[]) => ({ data, nextCursor: null, totalCount: data.length })
  const answerTo = (path: RegExp, body: (call: Call, group: string) => unknown): Route => {
    return {
      method: 'GET',
      path,
      access: 'viewer',
      run: (call, id = '') => sendJson(call.res, body(call, id)),
    }
  }
  const answer = (path: RegExp, body: unknown, more: Partial<Route> = {}): Route => {
    return { ...answerTo(path, () => body), ...more }
  }
  const ALL = { method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] }
  return [
    ...datasetRoutes(parts),
    ...schemaRoutes(datasets),
    ...corsRoutes(parts),
    ...tokenRoutes(parts),
    answerTo(inProject(String.raw`\/users\/me`), ({ identity }) => currentUser(userById(store, identity)!)),
    answerTo(/^\/users\/me\/grants$/, ({ role }) => ({
      organizations: {},
      projects: { [projectId]: grantsOf(role) },
    })),
    {
      method: ['GET', 'PUT', 'POST'],
      path: inProject(String.raw`\/users\/me\/keyvalue(?:\/(.*))?`),
      access: 'viewer',
      async run({ req, res, identity }, keys = '') {
        // Each token has its own settings.
        const stored = (key: string) => (identity === EDITOR.id ? key : `${identity}/${key}`)
        if (req.method === 'GET') {
          const found = keys.split(',').map((key) => ({ key, ...store.keyvalue(stored(key)) }))
          return sendJson(
            res,
            found.filter((entry) => 'value' in entry),
          )
        }
        const entries = await readJsonList(req)
        if (entries.some(({ key }) => typeof key !== 'string' || !key))
          throw httpError(400, 'each entry needs a key')
        const saved = entries.map(({ key, value }) => {
          return { key, value, updatedAt: store.setKeyvalue(stored(key as string), value) }
        })
        sendJson(res, saved)
      },
    },
    answerTo(inProject(String.raw`\/users\/([^/]+)`), ({ identity }, list) => {
      const ids = list.split(',').map((id) => (id === 'me' ? identity : id))
      const users = ids.map((id) => publicUser(store, projectId, id, identity))
      return users.length === 1 ? users[0] : users
    }),
    answerTo(/^\/auth\/id$/, ({ identity }) => ({ id: identity })),
    answer(/^\/auth\/providers$/, { providers: [], thirdPartyLogin: false, sso: {} }, { access: 'anyone' }),
    {
      method: 'POST',
      path: /^\/auth\/logout$/,
      access: 'anyone',
      run({ req, res }) {
        access.signOut(req, res)
        sendJson(res, {})
      },
    },
    answerTo(/^\/projects$/, (call) => [projectFor(call)]),
    answer(/^\/organizations$/, []),
    answerTo(/^\/projects\/[^/]+$/, projectFor),
    answerTo(inProject(String.raw`\/grants`), ({ role }) => ({
      ...grantsOf(role),
      'sanity.document.filter.mode': [],
    })),
    answerTo(inProject(String.raw`\/datasets\/([^/]+)\/acl`), ({ role }, name) => {
      datasets.getOrThrow(datasets.aliases.datasetOf(name) ?? name)
      return aclOf(role)
    }),
    answer(inProject(String.raw`\/features`), FEATURES),
    {
      method: 'GET',
      path: /^\/check\/cors/,
      access: 'anyone',
      // A refused client asks this without credentials, and then reports CORS.
      run({ req, res }) {
        const allowed = access.allowsOrigin(req)
        if (!allowed) res.setHeader('access-control-allow-origin', '*')
        sendJson(res, { result: { cors: allowed, allowed, withCredentials: access.allowsOrigin(req, true) } })
      },
    },
    answer(/^\/intake\/telemetry-status$/, { status: 'denied' }, { access: 'anyone' }),
    answer(/^\/intake\//, {}, { ...ALL, access: 'anyone' }),
    answer(/^\/geoip\/country$/, { country: '' }),

    // Not Sanity's: the URL of the site, for the Studio's preview.
    ...(siteUrl ? [answer(/^\/site$/, { url: siteUrl })] : []),

    // The Studio asks these cloud services; an empty answer is enough.
    answer(inProject(String.raw`\/datasets\/[^/]+\/settings\/(?:indexing|embeddings)`), {
      enabled: false,
      status: 'disabled',
    }),
    answer(inProject(String.raw`\/(?:user-applications|invitations\/project\/[^/]+|hooks|tags)`), []),
    answer(/\/new-content-release-allowed$/, {
      data: {
        orgActiveReleaseCount: 0,
        defaultOrgActiveReleaseLimit: 200,
        datasetReleaseLimit: 200,
        orgActiveReleaseLimit: 200,
      },
    }),
    answer(/^\/schedules\//, { schedules: [] }),
    answer(inProject(String.raw`\/roles`), allRoles()),
    answer(/^\/access\/[^/]+\/[^/]+\/roles$/, page(allRoles())),
    {
      method: 'POST',
      path: /^\/invitations\/project\/[^/]+$/,
      access: 'administrator',
      run() {
        throw httpError(400, 'The lake has one editor. Tokens give access to others: sanity tokens create')
      },
    },
    answerTo(/^\/access\/[^/]+\/[^/]+\/users$/, ({ identity }) => page([memberFor(identity)])),
    answerTo(/^\/access\/[^/]+\/[^/]+\/users\/([^/]+)$/, ({ identity }, id) => {
      if (id !== EDITOR.id) throw httpError(404, `User not found for ID "${id}"`)
      return memberFor(identity)
    }),
    answerTo(/^\/access\/[^/]+\/[^/]+\/user-permissions\/me\/check$/, ({ role, search }) => ({
      data: Object.fromEntries(
        search.getAll('permissions').map((permission) => [permission, hasPermission(role!, permission)]),
      ),
    })),
    answer(/^\/access\//, []),
    answer(/^\/journey\//, [], ALL),
    answer(/^\/help/, { messages: [] }, ALL),
    answer(/^\/descriptors\/(?:claim|synchronize)$/, { synchronization: { type: 'complete' } }, ALL),
    // Without a number of days, the Studio shows history without a limit.
    answer(/^\/subscriptions\/project\//, {
      id: projectId,
      projectId,
      plan: {},
      features: [],
      featureTypes: { retention: { features: [{ attributes: {} }] } },
      resources: {},
    }),
  ]
}
