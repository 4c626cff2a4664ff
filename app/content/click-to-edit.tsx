import { createContext, type ReactNode, use } from 'react'

/** The document and field that a part of a page shows. `path` is the Studio's: `blocks:<key>.picture`. */
type Source = { id: string; type: string; path?: string }

export const SETTINGS_SOURCE: Source = { id: 'siteSettings', type: 'siteSettings' }

/** The Studio's URL for editors, null for visitors. */
const StudioContext = createContext<string | null>(null)
export const EditingProvider = StudioContext.Provider

const SourceContext = createContext<Source | null>(null)

/** Sets the source document of its children. */
export const EditableDocument = ({ source, children }: { source: Source; children: ReactNode }) => (
  <SourceContext value={source}>{children}</SourceContext>
)

/** A part of the source document, such as a block. Editors can click and move it. */
export function EditablePart({ path, children }: { path: string; children: ReactNode }) {
  const document = use(SourceContext)
  const studioUrl = use(StudioContext)
  if (!studioUrl || !document) return children
  return (
    <SourceContext value={{ ...document, path }}>
      <div data-sanity={attribute(document, path, studioUrl)}>{children}</div>
    </SourceContext>
  )
}

/** True if an editor views the page with click-to-edit. */
export const useIsEditing = (): boolean => use(StudioContext) !== null

/** Returns the click-to-edit attribute for images, amounts and dates, which can't contain stega. Empty for visitors. */
export function useEditAttribute(): (field: string, source?: Source) => { 'data-sanity'?: string } {
  const document = use(SourceContext)
  const studioUrl = use(StudioContext)
  return (field, source = document ?? undefined) =>
    studioUrl && source
      ? { 'data-sanity': attribute(source, source.path ? `${source.path}.${field}` : field, studioUrl) }
      : {}
}

// The format of `@sanity/visual-editing`, whose function would enlarge every visitor's bundle.
const attribute = ({ id, type }: Source, path: string, studioUrl: string) =>
  `id=${id};type=${type};path=${path};base=${encodeURIComponent(studioUrl)}`
