import { hrefOf } from '#app/content/href.ts'
import { useSettings } from '#app/content/settings.tsx'
import { RichText } from '#app/content/text.tsx'
import type { Policy, PolicyVersion } from '#app/content/types.ts'
import { Breadcrumbs } from '#app/layout/breadcrumbs.tsx'
import { CurrentVersion, EarlierVersions, InForce } from '#app/layout/effective-dates.tsx'
import styles from '#app/layout/policy-page.module.css'
import { mapByIndex } from '#app/ui/map-by-index.tsx'
import { Prose } from '#app/ui/prose.tsx'
import { Section } from '#app/ui/section.tsx'

/** A current or earlier legal text with numbered sections and, on wide screens, a table of contents. */
export function PolicyPage({ policy }: { policy: Policy | PolicyVersion }) {
  const { interfaceWords: labels } = useSettings()
  const earlier = 'versions' in policy ? undefined : policy
  const slug = 'versions' in policy ? policy.slug : policy.current
  const address = hrefOf({ _type: 'policy', slug })
  const sections = policy.sections ?? []
  return (
    <Section className={styles.layout}>
      <div className={styles.head}>
        {!earlier && <Breadcrumbs _type="policy" slug={slug} title={policy.title} />}
        <h1>{policy.title}</h1>
        <InForce from={policy.effectiveDate} until={earlier?.until} />
        {earlier && address && <CurrentVersion to={address} />}
      </div>
      {sections.length > 1 && (
        <nav className={styles.contents} aria-label={labels?.contents ?? undefined} data-screen>
          <ol>
            {mapByIndex(sections, ({ title }, index) => (
              <li>{title && <a href={`#section-${index + 1}`}>{title}</a>}</li>
            ))}
          </ol>
        </nav>
      )}
      <div className={styles.text}>
        {policy.intro?.length ? (
          <Prose className={styles.intro}>
            <RichText value={policy.intro} />
          </Prose>
        ) : null}
        {mapByIndex(sections, ({ title, body }, index) => (
          <div className={styles.section}>
            <h2 id={`section-${index + 1}`}>
              <span className={styles.number}>{index + 1}</span> {title}
            </h2>
            <Prose>
              <RichText value={body} />
            </Prose>
          </div>
        ))}
        {address && 'versions' in policy && <EarlierVersions base={address} versions={policy.versions} />}
      </div>
    </Section>
  )
}
