import { BufferedDocument, type Mutation } from '@sanity/mutator'

/** Of about ten seconds of typing. Sanity's lake takes no request of more than 4 MB, and while none is taken they pile up. */
const MOST_TOGETHER = 200

type Waiting = { mutations: Mutation[]; resolve: () => void; reject: (error: unknown) => void }

/**
 * Sends at once all that waits for an answer to what was sent before it. The Studio (6.16) makes a request of what was typed in
 * each second, and sends one when the one before is answered. Where an answer takes six seconds, what was typed in ten was on its
 * way for a minute, and Publish waited for it in vain.
 */
const { commit } = BufferedDocument.prototype
BufferedDocument.prototype.commit = function () {
  const { commits } = this as unknown as { commits: Waiting[] }
  const waiting = commits.at(-1)
  const sent = commit.call(this)
  const added = commits.at(-1)
  if (waiting && added && added !== waiting && sizeOf(waiting) < MOST_TOGETHER) {
    commits.pop()
    waiting.mutations.push(...added.mutations)
    const { resolve, reject } = waiting
    waiting.resolve = () => {
      resolve()
      added.resolve()
    }
    waiting.reject = (error) => {
      reject(error)
      added.reject(error)
    }
  }
  return sent
}

const sizeOf = ({ mutations }: Waiting): number => mutations.flatMap((one) => one.mutations).length
