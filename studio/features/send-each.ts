import { emitOperation, type operationEvents } from 'sanity'

/** How often the Studio (6.16) sends what was typed. */
const SENT_EVERY_MS = 1_000

/**
 * Sends what was typed into a document when another is typed into within the second. The Studio sends each second only what
 * was typed into the last one: a document beside it, or one whose upload ended meanwhile, waited until it was typed into again,
 * and lost it where it was left.
 */
export function sendEach(operations: ReturnType<typeof operationEvents>) {
  let last: { args: Operation; at: number } | undefined
  return operations.subscribe(({ args }) => {
    if (args.operationName !== 'patch') return
    const before = last
    last = { args, at: Date.now() }
    if (!before || last.at - before.at > SENT_EVERY_MS || isSame(before.args, args)) return
    const { idPair, typeName, storeKey } = before.args
    emitOperation('commit', idPair, typeName, [], storeKey)
  })
}

type Operation = Parameters<Parameters<ReturnType<typeof operationEvents>['forEach']>[0]>[0]['args']

const isSame = ({ idPair: a }: Operation, { idPair: b }: Operation) =>
  a.publishedId === b.publishedId && a.versionId === b.versionId
