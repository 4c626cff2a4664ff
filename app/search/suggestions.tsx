import type { SearchWords } from '#app/content/types.ts'
import { Results } from '#app/search/results.tsx'
import styles from '#app/search/search.module.css'
import { SearchForm } from '#app/search/search-form.tsx'
import type { Result } from '#app/search/site-search.server.ts'
import { Section } from '#app/ui/section.tsx'

/** What a missing page's answer carries beside its status. */
export type Suggested = { words: SearchWords | null; results: Result[] }

/** Below a page that is missing: pages that may have been meant, and a way to look for another. */
export function Suggestions({ words, results }: Suggested) {
  return (
    <Section className={styles.layout}>
      {results.length > 0 && (
        <>
          <h2 className={styles.outcome}>{words?.suggestions}</h2>
          <Results results={results} />
        </>
      )}
      <SearchForm words={words} />
    </Section>
  )
}
