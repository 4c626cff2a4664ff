import styles from '#app/layout/status-page.module.css'
import { Section } from '#app/ui/section.tsx'

/** What an address below /resources shows that no article has (specification 2 and 8). */
export function MissingArticle({ words }: { words: string | null }) {
  return (
    <Section tone="sky" className={styles.layout}>
      <h1>{words}</h1>
    </Section>
  )
}
