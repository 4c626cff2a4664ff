import { type AppLoadContext, redirect } from '@remix-run/node'

/** What the layout knows of a preview; nothing for visitors. */
export type PreviewData = {
  kind: 'studio' | 'shared'
  /** Epoch ms. */
  until: number
  /** Where editors click to edit; set only for them. */
  studioUrl?: string
  /** The Studio shows it in a frame: it has its own way out. */
  framed: boolean
}

/** Leads away from a preview that has ended, so that nobody takes what is published for the draft that was shared. */
export function previewDataOf(
  request: Request,
  { preview, previews }: AppLoadContext,
): { preview?: PreviewData } {
  if (!preview) return {}
  if (preview.until < Date.now()) throw redirect('/preview/ended')
  const { kind, until } = preview
  return {
    preview: {
      kind,
      until,
      framed: request.headers.get('Sec-Fetch-Dest') === 'iframe',
      ...(kind === 'studio' && previews.studioUrl ? { studioUrl: previews.studioUrl } : {}),
    },
  }
}
