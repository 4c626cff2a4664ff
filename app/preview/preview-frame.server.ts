import { type AppLoadContext, redirect } from '@remix-run/node'

export type FramedPreview = {
  kind: 'studio' | 'shared'
  /** Epoch ms. */
  until: number
  /** The Studio that a click on a text opens. Only set for editors. */
  studioUrl?: string
  /** True inside the Studio's frame, which needs no preview bar. */
  isInFrame: boolean
}

/** Returns the root loader's data for PreviewFrame, empty for a visitor. Throws a redirect if the preview has expired. */
export function previewFrameData(
  request: Request,
  { preview, previews }: AppLoadContext,
): { preview?: FramedPreview } {
  if (!preview) return {}
  // A guest must not mistake the published page for the shared draft.
  if (preview.until < Date.now()) throw redirect('/preview/ended')
  const { kind, until } = preview
  return {
    preview: {
      kind,
      until,
      isInFrame: request.headers.get('Sec-Fetch-Dest') === 'iframe',
      ...(kind === 'studio' && previews.studioUrl ? { studioUrl: previews.studioUrl } : {}),
    },
  }
}
