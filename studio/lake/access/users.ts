import { ROLES, type Role } from '../http/http.ts'
import type { Store, Token } from '../store/store.ts'

export type User = { id: string; name: string; role: Role; isRobot: boolean }

export const EDITOR: User = {
  id: 'local-editor',
  name: 'Local editor',
  role: 'administrator',
  isRobot: false,
}
export const CREATED_AT = '2024-01-01T00:00:00.000Z'

const DESCRIPTIONS: Record<Role, { title: string; description: string }> = {
  viewer: { title: 'Viewer', description: 'Reads all content, also drafts.' },
  editor: { title: 'Editor', description: 'Reads and writes all content.' },
  administrator: { title: 'Administrator', description: 'Reads and writes content and project settings.' },
}
export const describeRole = (name: Role) => ({ name, ...DESCRIPTIONS[name] })
export const allRoles = () =>
  ROLES.map((name) => ({
    ...describeRole(name),
    isCustom: false,
    appliesToUsers: name === EDITOR.role,
    appliesToRobots: true,
  }))

export const hasRole = (role: Role | undefined, least: Role) =>
  role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(least)

/** Resolves a user id: the local editor, or an API token. */
export function userById(store: Store, id: string): User | undefined {
  if (id === EDITOR.id) return EDITOR
  const token = store.tokens().find((token) => token.id === id)
  return token && userOf(token)
}

/** The user as whom a token reads and writes. */
export const userOf = ({ id, label, role }: Token): User => ({ id, name: label, role, isRobot: true })

/** The user in the shape of `/users/me`. */
export const currentUser = ({ id, name, role, isRobot }: User) => ({
  id,
  name,
  displayName: name,
  email: isRobot ? null : 'editor@localhost',
  role,
  provider: isRobot ? 'sanity-token' : 'local',
  profileImage: null,
  roles: [describeRole(role)],
})

/** The user in the shape of `/users/:id`. */
export function publicUser(store: Store, projectId: string, id: string, currentId: string) {
  // Imported histories name other users, whom the Studio looks up.
  const name = id === 'system' ? 'System' : 'Former editor'
  const former = { id, name, displayName: name, email: null, role: null, roles: [], provider: 'local' }
  const user = userById(store, id)
  return {
    profileImage: null,
    ...(user ? currentUser(user) : former),
    sanityUserId: id,
    projectId,
    familyName: null,
    givenName: null,
    middleName: null,
    imageUrl: null,
    createdAt: CREATED_AT,
    updatedAt: CREATED_AT,
    isCurrentUser: id === currentId,
  }
}

const GRANTS: Record<string, Partial<Record<Role, string[]>>> = {
  'sanity.project': { viewer: ['read'], editor: ['deployStudio'], administrator: ['update', 'delete'] },
  'sanity.project.cors': { viewer: ['read'], administrator: ['create', 'delete'] },
  'sanity.project.datasets': { viewer: ['read'], administrator: ['create', 'update', 'delete'] },
  'sanity.project.members': { viewer: ['read'] },
  'sanity.project.roles': { viewer: ['read'] },
  'sanity.project.tokens': { administrator: ['read', 'create', 'delete'] },
  'sanity.project.webhooks': { viewer: ['read'], administrator: ['create', 'update', 'delete'] },
}

/** The grants of a role by resource, as Studio and CLI read them. */
export function grantsOf(role: Role | undefined) {
  const namesOf = (byRole: Partial<Record<Role, string[]>>) =>
    ROLES.filter((least) => hasRole(role, least)).flatMap((least) => byRole[least] ?? [])
  return Object.fromEntries(
    Object.entries(GRANTS).map(([resource, byRole]) => [
      resource,
      [{ grants: namesOf(byRole).map((name) => ({ name, params: {} })) }],
    ]),
  )
}

/** Whether a role has a permission of the Access API, such as `sanity.project.datasets.create`. */
export function hasPermission(role: Role | undefined, permission: string): boolean {
  if (role === 'administrator') return true
  const [, resource = '', grant = ''] = /^(.*)[./]([^./]+)$/.exec(permission) ?? []
  if (!GRANTS[resource])
    return grant === 'read' || (role === 'editor' && resource.startsWith('sanity.document'))
  return grantsOf(role)[resource]![0]!.grants.some(({ name }) => name === grant)
}

const DOCUMENT_PERMISSIONS: Record<Role, string[]> = {
  viewer: ['read', 'history'],
  editor: ['read', 'history', 'create', 'update', 'delete', 'editHistory'],
  administrator: ['read', 'history', 'create', 'update', 'delete', 'editHistory', 'manage'],
}

/** The access list of a dataset, from which the Studio derives what it lets the user do. */
export const aclOf = (role: Role | undefined) => [
  { filter: '_id in path("**")', permissions: role ? DOCUMENT_PERMISSIONS[role] : [] },
]
