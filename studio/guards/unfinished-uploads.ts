import type { SanityClient, UploadState } from 'sanity'
import type { Path, StoredDocument } from '#studio/validation/rule.ts'
import { pathText, walk } from '#studio/validation/walk.ts'

/** A picture whose upload has begun and not ended; `asset` is the one that is there until then. */
export type Upload = { path: Path; updatedAt: string; asset?: string | undefined }

/** As the Studio counts: an upload of one's own that has said nothing for so long is none any more. */
const GIVEN_UP_MS = 120_000
/** One of another window: that may have been closed, and nobody would ever end it. */
const GIVEN_UP_ELSEWHERE_MS = 20_000

const STILL_UPLOADING = 'A picture is still being uploaded. Publish once it is there.'
const NOT_UPLOADED =
  'A picture’s upload did not end: what was there before still is. Upload it again, or publish without it.'

type Picture = { _upload?: UploadState; asset?: { _ref?: string } }

export const uploadsOf = (document: unknown): Upload[] =>
  [...walk(document)].flatMap(({ kind, path, value }) => {
    const { _upload, asset } = value as Picture
    return kind === 'object' && _upload ? [{ path, updatedAt: _upload.updatedAt, asset: asset?._ref }] : []
  })

/**
 * Whether there is a picture to wait for. `own`: this window uploads something. What another window's clock puts a day ahead, once
 * left there, would be waited for until then.
 */
export const isUnderWay = ({ updatedAt }: Upload, { now, own }: { now: number; own: boolean }): boolean =>
  Math.abs(now - Date.parse(updatedAt)) < (own ? GIVEN_UP_MS : GIVEN_UP_ELSEWHERE_MS)

/**
 * Throws where what is stored lacks a picture that is on its way, or that was waited for (`awaited`) and has not come. What an
 * upload that nobody will end has left there is taken away, so that it holds nothing up and is not published.
 */
export async function refuseUnfinished(
  client: SanityClient,
  stored: StoredDocument | null,
  awaited: Upload[] = [],
): Promise<void> {
  const uploads = uploadsOf(stored)
  const during = { now: Date.now(), own: true }
  if (uploads.some((upload) => isUnderWay(upload, during))) throw new Error(STILL_UPLOADING)
  if (stored && uploads.length > 0)
    await client
      .patch(stored._id)
      .unset(uploads.map(({ path }) => `${pathText(path)}._upload`))
      .commit()
  if (uploads.length > 0 || notArrived(awaited, stored)) throw new Error(NOT_UPLOADED)
}

/** Whether there is no picture where one was waited for, or still the one from before. */
function notArrived(awaited: Upload[], stored: StoredDocument | null): boolean {
  const assets = new Map(
    [...walk(stored)].map(({ path, value }) => [pathText(path), (value as Picture).asset?._ref]),
  )
  return awaited.some(({ path, asset }) => assets.get(pathText(path)) === asset)
}
