import styles from '#app/search/search.module.css'
import type { Result } from '#app/search/site-search.server.ts'
import { CardHeading } from '#app/ui/heading.tsx'
import { PageLink } from '#app/ui/page-link.tsx'

/** A list of results, each with its best matching passage. */
export function Results({ results }: { results: Result[] }) {
  return (
    <ul className={styles.results}>
      {results.map(({ path, title, heading, text }) => (
        <li key={path} className={styles.result}>
          <CardHeading>
            <PageLink to={path}>{title}</PageLink>
          </CardHeading>
          {heading && <p className={styles.heading}>{heading}</p>}
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
