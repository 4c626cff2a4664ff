import type { SearchWords } from '#app/content/types.ts'
import { Results } from '#app/search/results.tsx'
import styles from '#app/search/search.module.css'
import { SearchForm } from '#app/search/search-form.tsx'
import type { Result } from '#app/search/site-search.server.ts'
import { Section } from '#app/ui/section.tsx'

type Props = { labels: SearchWords | null; query: string; results: Result[] }

export function SearchPage({ labels, query, results }: Props) {
  return (
    <Section className={styles.layout}>
      <h1>{labels?.heading}</h1>
      <SearchForm labels={labels} query={query} />
      {query && (
        <>
          {/* The key prevents React from updating text that a browser has translated. */}
          <h2 key={query} className={styles.outcome}>
            {results.length > 0 ? labels?.results : labels?.none} “{query}”
          </h2>
          {results.length > 0 && <Results results={results} />}
        </>
      )}
    </Section>
  )
}
