import { BufferedDocument, type CommitHandlerMessage, Mutation } from '@sanity/mutator'
import { listeners } from '#studio/features/listeners.ts'
import { setStored } from '#studio/features/unstored.ts'

type Stored = { _id: string; _type: string; [field: string]: unknown }
type State = { typed: Stored | null; stored: Stored | null }

/** What was typed into a document and will never be stored. */
export type Refusal = {
  transactionId: string | undefined
  /** The document as it was typed. */
  document: Stored
  /** Whether it is no more. */
  isGone: boolean
  error: unknown
  /** What is stored nowhere, from top to bottom. */
  words: Words[]
  /** The fields in which something else is as it was before: a switch, a picture, a link, an order, what was taken away. */
  setBack: string[]
}
/** What stands in one field. */
type Words = { field: string; text: string }

let refusals: readonly Refusal[] = []
const changes = listeners()

function setRefusals(next: readonly Refusal[]) {
  refusals = next
  changes.tell()
}

/** What was refused and not looked at yet; the first first. */
export const refusedWords = (): readonly Refusal[] => refusals

/** Calls whenever that changes; returns how to stop. */
export const onRefused = changes.on

/** Notes that the editor has seen it and has what is needed of it. */
export function forget(refusal: Refusal): void {
  setStored(refusal, true)
  setRefusals(refusals.filter((one) => one !== refusal))
}

/** Documents that are gone, as they were just before. */
const gone = new WeakMap<BufferedDocument, State>()

const stateOf = ({ LOCAL, document: { HEAD, submitted } }: BufferedDocument): State => ({
  typed: LOCAL as Stored | null,
  // With what was taken, and not told of yet: later where the connection has to be made anew.
  stored: Mutation.applyAll(HEAD, submitted) as Stored | null,
})

const { arrive } = BufferedDocument.prototype
BufferedDocument.prototype.arrive = function (mutation) {
  if (mutation.transition === 'disappear') gone.set(this, stateOf(this))
  arrive.call(this, mutation)
}

/**
 * Keeps what the lake refuses for good: its document was deleted, its release published or scheduled, it is too long. The Studio
 * (6.16) puts the form back to what is stored, without a word.
 */
const { _cycleCommitter } = BufferedDocument.prototype
BufferedDocument.prototype._cycleCommitter = function () {
  const { commitHandler } = this
  this.commitHandler = (commit) =>
    commitHandler?.({
      ...commit,
      cancel: (error) => {
        keep(this, commit, error)
        commit.cancel(error)
      },
    })
  _cycleCommitter.call(this)
  this.commitHandler = commitHandler
}

function keep(document: BufferedDocument, { mutation }: CommitHandlerMessage, error: unknown) {
  const { typed, stored } = stateOf(document)
  const before = stored ? undefined : gone.get(document)
  const waiting = (document as unknown as { commits: { mutations: Mutation[] }[] }).commits
  const begun = [mutation, ...waiting.flatMap(({ mutations }) => mutations)]
    .flatMap(({ mutations }) => mutations)
    .map(({ create, createIfNotExists }) => create ?? createIfNotExists)
    .find(Boolean) as Stored | undefined
  const states = [...(before ? [before] : []), { typed, stored: stored ?? begun ?? null }]
  const words = new Map(
    states.flatMap((state) => unsaved(state)).map((one): [string, Words] => [JSON.stringify(one), one]),
  )
  const setBack = [...new Set(states.flatMap(changedBesideWords))]
  if (words.size + setBack.length === 0) return
  const refusal: Refusal = {
    transactionId: mutation.transactionId,
    document: (typed ?? before?.typed)!,
    // What a draft begins from was deleted where the lake finds neither.
    isGone: !stored && (!begun || (error as { statusCode?: number }).statusCode === 404),
    error,
    words: [...words.values()],
    setBack,
  }
  setStored(refusal, false)
  setRefusals([...refusals, refusal])
}

/** What was typed and is not stored so. */
function unsaved({ typed, stored }: State): Words[] {
  const known = new Map([...wordsOf(stored)].map(({ path, text }) => [path, text]))
  return [...wordsOf(typed)]
    .filter(({ path, text }) => text.trim() !== '' && known.get(path) !== text)
    .map(({ path, text }) => ({ field: path.split('/')[0]!, text }))
}

/** The fields that differ in something that the words don’t say, a text that was emptied among it. */
function changedBesideWords({ typed, stored }: State): string[] {
  if (!typed) return []
  const names = new Set([typed, stored ?? {}].flatMap((state) => Object.keys(state)))
  return [...names].filter((name) => {
    if (name.startsWith('_')) return false
    const [now, before] = [pathsOf(typed[name]), pathsOf(stored?.[name])]
    const known = new Set(before.map((path) => path.split('/').at(-1)))
    return (
      before.some((path) => !now.includes(path)) ||
      withoutWords(typed[name], known) !== withoutWords(stored?.[name], known)
    )
  })
}

const pathsOf = (value: unknown) =>
  [...wordsOf(value)].filter(({ text }) => text.trim() !== '').map(({ path }) => path)

/** What refers to something begins with an underscore; a list keeps its length, but for plain paragraphs that are not `known`. */
const withoutWords = (value: unknown, known: Set<string | undefined>): string | undefined =>
  JSON.stringify(value, (name, one) => {
    if (isCut(one)) return JSON.stringify(one)
    if (isBlock(one)) return JSON.stringify({ ...one, children: beside(one) })
    if (Array.isArray(one)) {
      const kept = one.filter((item) => !isBlock(item) || known.has(item._key) || !isPlain(item))
      return kept.length > 0 ? kept : undefined
    }
    return (typeof one === 'string' || typeof one === 'number') && !name.startsWith('_') ? undefined : one
  })

type Block = {
  _key?: string
  _type: 'block'
  style?: string
  listItem?: string
  children: { _type?: string; marks?: string[] }[]
}

const isBlock = (value: unknown): value is Block =>
  (value as Block | null)?._type === 'block' && Array.isArray((value as Block).children)
const isPlain = (block: Block) =>
  (block.style ?? 'normal') === 'normal' && !block.listItem && beside(block).length === 0

/** What stands in a paragraph besides plain text. */
const beside = ({ children }: Block) =>
  children.flatMap((child) => {
    if (child._type !== 'span') return [child]
    return child.marks?.length ? [{ marks: child.marks }] : []
  })

/** A picture’s hotspot or crop: nobody typed its numbers. */
const isCut = (value: unknown) => /^sanity\.image(Hotspot|Crop)$/.test((value as Stored | null)?._type ?? '')

/** Each text and number, a paragraph as one text. */
function* wordsOf(value: unknown, path = ''): Generator<{ path: string; text: string }> {
  if (typeof value === 'string' || typeof value === 'number') yield { path, text: String(value) }
  if (typeof value !== 'object' || value === null || isCut(value)) return
  const { _type, children } = value as { _type?: string; children?: { text?: string }[] }
  if (_type === 'block' && Array.isArray(children))
    return yield { path, text: children.map(({ text = '' }) => text).join('') }
  for (const [name, field] of Object.entries(value)) {
    const key = Array.isArray(value) ? ((field as { _key?: string } | null)?._key ?? name) : name
    if (!name.startsWith('_')) yield* wordsOf(field, path ? `${path}/${key}` : key)
  }
}
