import styles from '#app/layout/status-page.module.css'
import { Section } from '#app/ui/section.tsx'

/** Replaces a missing article (specification 2 and 8). */
export function MissingArticle({ text }: { text: string | null }) {
  return (
    <Section tone="sky" className={styles.layout}>
      <h1>{text}</h1>
    </Section>
  )
}
