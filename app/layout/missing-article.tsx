/** What an address below /resources shows that no article has (specification 2 and 8). */
export function MissingArticle({ words }: { words: string | null }) {
  return (
    <section className="page-narrow">
      <h1>{words}</h1>
    </section>
  )
}
