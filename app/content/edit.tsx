import { createContext, type ReactNode, use } from 'react'

/** The source of a part of a page. `path` is the Studio's: `blocks:<key>.picture`. */
type Place = { id: string; type: string; path?: string }

export const SETTINGS_PLACE: Place = { id: 'siteSettings', type: 'siteSettings' }

/** The Studio's URL for editors, null for visitors. */
const StudioContext = createContext<string | null>(null)
export const EditingProvider = StudioContext.Provider

const PlaceContext = createContext<Place | null>(null)

/** Sets the source document of its children. */
export const EditPlace = ({ place, children }: { place: Place; children: ReactNode }) => (
  <PlaceContext value={place}>{children}</PlaceContext>
)

/** A part of the source document, such as a block. For editors, an element around it can be clicked and moved. */
export function EditPart({ path, children }: { path: string; children: ReactNode }) {
  const around = use(PlaceContext)
  const studioUrl = use(StudioContext)
  if (!studioUrl || !around) return children
  return (
    <PlaceContext value={{ ...around, path }}>
      <div data-sanity={attribute(around, path, studioUrl)}>{children}</div>
    </PlaceContext>
  )
}

/** True if an editor views the page with click-to-edit. */
export const useIsEdited = (): boolean => use(StudioContext) !== null

/** The attribute for click-to-edit on images, amounts and dates, which can't carry stega. Empty for visitors. */
export function useEdit(): (field: string, place?: Place) => { 'data-sanity'?: string } {
  const around = use(PlaceContext)
  const studioUrl = use(StudioContext)
  return (field, place = around ?? undefined) =>
    studioUrl && place
      ? { 'data-sanity': attribute(place, place.path ? `${place.path}.${field}` : field, studioUrl) }
      : {}
}

// The format of `@sanity/visual-editing`. Its own function would be in every visitor's bundle.
const attribute = ({ id, type }: Place, path: string, studioUrl: string) =>
  `id=${id};type=${type};path=${path};base=${encodeURIComponent(studioUrl)}`
