import { ROLES, type Role } from '../http/http.ts'
import type { Store } from '../store/store.ts'

export type User = { id: string; name: string; role: Role; isRobot: boolean }

/** An API token. `hash` is the SHA-256 of its secret, which is not stored. */
export type Token = {
  id: string
  hash: string
  label: string
  role: Role
  createdAt: string
  expiresAt: string | null
}

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
  ROLES.map((name) => {
    const appliesToUsers = name === EDITOR.role
    return { ...describeRole(name), isCustom: false, appliesToUsers, appliesToRobots: true }
  })

export const hasRole = (role: Role | undefined, least: Role) =>
  role !== undefined && ROLES.indexOf(role) >= ROLES.indexOf(least)

export const tokensOf = (store: Store) => store.records<Token>('token')

/** Resolves a user id: the local editor, or an API token. */
export function userById(store: Store, id: string): User | undefined {
  if (id === EDITOR.id) return EDITOR
  const token = tokensOf(store).find((token) => token.id === id)
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
  const user = userById(store, id)
  // Imported histories name other users, whom the Studio looks up.
  const former: User = { ...EDITOR, id, name: id === 'system' ? 'System' : 'Former editor' }
  return {
    ...currentUser(user ?? former),
    ...(!user && { email: null, role: null, roles: [] }),
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

const RESOURCES = ['', '.cors', '.datasets', '.members', '.roles', '.tokens', '.webhooks']
const PROJECT_GRANTS: Record<Role, string[]> = {
  viewer: ['read'],
  editor: ['read', 'deployStudio'],
  administrator: ['read', 'deployStudio', 'create', 'update', 'delete'],
}
const DOCUMENT_PERMISSIONS: Record<Role, string[]> = {
  viewer: ['read', 'history'],
  editor: ['read', 'history', 'create', 'update', 'delete', 'editHistory'],
  administrator: ['read', 'history', 'create', 'update', 'delete', 'editHistory', 'manage'],
}

/** The grants of a role by resource, as Studio and CLI read them. */
export function grantsOf(role: Role | undefined) {
  const grants = role ? PROJECT_GRANTS[role].map((name) => ({ name, params: {} })) : []
  return Object.fromEntries(RESOURCES.map((name) => [`sanity.project${name}`, [{ grants }]]))
}

/** Whether a role has a permission of the Access API, such as `sanity.project.datasets.create`. */
export function hasPermission(role: Role, permission: string): boolean {
  const granted = permission.startsWith('sanity.document') ? DOCUMENT_PERMISSIONS : PROJECT_GRANTS
  return role === 'administrator' || granted[role].includes(permission.replace(/^.*[./]/, ''))
}

/** The access list of a dataset, from which the Studio derives what it lets the user do. */
export const aclOf = (role: Role | undefined) => [
  { filter: '_id in path("**")', permissions: role ? DOCUMENT_PERMISSIONS[role] : [] },
]
