import type { SearchWords } from '#app/content/types.ts'
import { Results } from '#app/search/results.tsx'
import styles from '#app/search/search.module.css'
import { SearchForm } from '#app/search/search-form.tsx'
import type { Result } from '#app/search/site-search.server.ts'
import { Section } from '#app/ui/section.tsx'

/** The loader data of a missing page. */
export type Suggested = { labels: SearchWords | null; results: Result[] }

/** Similar pages and the search form, below a missing page. */
export function Suggestions({ labels, results }: Suggested) {
  return (
    <Section className={styles.layout}>
      {results.length > 0 && (
        <>
          <h2 className={styles.outcome}>{labels?.suggestions}</h2>
          <Results results={results} />
        </>
      )}
      <SearchForm labels={labels} />
    </Section>
  )
}
