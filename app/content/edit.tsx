import { createContext, type ReactNode, use } from 'react'

/** Where a part of a page comes from. `path` as the Studio's addresses have it: `blocks:<key>.picture`. */
type Place = { id: string; type: string; path?: string }

/** The site's settings, of which there is one document. */
export const SETTINGS_PLACE: Place = { id: 'siteSettings', type: 'siteSettings' }

/** The Studio that clicks lead to; null for visitors, whose pages say nothing of where they come from. */
const StudioContext = createContext<string | null>(null)
export const EditingProvider = StudioContext.Provider

const PlaceContext = createContext<Place | null>(null)

/** Says which document the elements within come from. */
export const EditPlace = ({ place, children }: { place: Place; children: ReactNode }) => (
  <PlaceContext value={place}>{children}</PlaceContext>
)

/**
 * A part of the document around, such as a block. For editors an element stands around it, so that the whole can be
 * clicked and moved; for visitors there is none.
 */
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

/** Whether an editor looks at the page in order to click on its parts. */
export const useIsEdited = (): boolean => use(StudioContext) !== null

/** The attribute by which the Studio finds what a text cannot say itself: pictures, amounts, dates. Nothing for visitors. */
export function useEdit(): (field: string, place?: Place) => { 'data-sanity'?: string } {
  const around = use(PlaceContext)
  const studioUrl = use(StudioContext)
  return (field, place = around ?? undefined) =>
    studioUrl && place
      ? { 'data-sanity': attribute(place, place.path ? `${place.path}.${field}` : field, studioUrl) }
      : {}
}

// As `@sanity/visual-editing` reads it; its own function for this would come along to every visitor.
const attribute = ({ id, type }: Place, path: string, studioUrl: string) =>
  `id=${id};type=${type};path=${path};base=${encodeURIComponent(studioUrl)}`
