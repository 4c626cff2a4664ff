import { getVersionFromId } from '@sanity/client/csm'
import type { Finding, StoredDocument } from '#studio/validation/rule.ts'

type ChangedText = {
  /** What changes, at the beginning of a sentence: `The text changes`. */
  what: string
  /** The field with the date from which it is in force. */
  path: Finding['path']
  /** That date in the published document and in this one. */
  since: string
  next: string
  /** Whether the release keeps the published text. */
  isKept: boolean
}

/** What a changed legal text needs: Publish asks for it; a release must hold it. */
export function changedTextFindings(
  document: StoredDocument,
  { what, path, since, next, isKept }: ChangedText,
): Finding[] {
  if (!getVersionFromId(document._id))
    return [
      { path, message: `${what}. Publish asks from which date it is in force, and keeps the earlier one.` },
    ]
  const needed = [
    next <= since &&
      `${what}, so “In force from” needs a new date${since && ` after ${since}, the date of the published one`}.`,
    !isKept && `${what}, and the release does not keep the published one. Press “Keep the published text”.`,
  ]
  return needed.flatMap((message): Finding[] => (message ? [{ path, message, level: 'error' }] : []))
}
