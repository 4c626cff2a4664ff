import { BufferedDocument, Mutation } from '@sanity/mutator'

/** Drafts that are made anew of what was typed. */
const anew = new WeakSet<BufferedDocument>()

/**
 * What is typed into a draft while somebody else publishes or discards it goes into a new one, as what is typed a moment later
 * does. Where it was on its way just then (with a slow network, for seconds; without one, all the time) the Studio (6.16) applied
 * it to a document that is no more, which ended the whole desk until it was loaded anew (“getAttribute only applies to plain
 * objects”, sanity-io/sanity#7260); what waited behind it, or was typed within the second, it threw away without a word.
 */
const { apply } = Mutation.prototype
Mutation.prototype.apply = function (document) {
  return document === null && !this.appliesToMissingDocument() ? null : apply.call(this, document)
}

const { arrive } = BufferedDocument.prototype
BufferedDocument.prototype.arrive = function (mutation) {
  if (mutation.transition === 'disappear') {
    // Whoever typed it waits for no answer.
    this.commit().catch(() => {})
    const queue = this as unknown as { commits: object[] }
    const waiting = queue.commits
    arrive.call(this, mutation)
    queue.commits = waiting
    if (this.document.hasUnresolvedMutations()) anew.add(this)
    return
  }
  arrive.call(this, mutation)
  if (!anew.has(this)) return
  // What comes back as it was sent is not looked at: it is taken to have led to what this window has, which is nothing by now.
  this.document.rebase([])
  // The form is told only what that changes, and may lack what is there already. Without a draft this would drop what waits.
  if (this.document.EDGE) this.rebase([], [])
  if (!this.document.hasUnresolvedMutations()) anew.delete(this)
}
