import { ContentDate } from '#app/blocks/content-date.tsx'
import { useSettings } from '#app/content/settings.tsx'
import styles from '#app/layout/effective-dates.module.css'
import { PageLink } from '#app/ui/page-link.tsx'

/** The dates between which a text is in force. */
export function InForce({ from, until }: { from: string | null; until?: string | null }) {
  const { interfaceWords: labels } = useSettings()
  if (!from) return null
  return (
    <p className={styles.date}>
      {labels?.inForceFrom} <ContentDate date={from} field="effectiveDate" />
      <Until date={until} />
    </p>
  )
}

function Until({ date }: { date: string | null | undefined }) {
  const { interfaceWords: labels } = useSettings()
  return (
    date && (
      <>
        {' '}
        {labels?.inForceUntil} <ContentDate date={date} />
      </>
    )
  )
}

export type Version = { address: string | null; effectiveDate: string | null; until: string | null }

/** Links to the earlier versions of a text, below the path `base`. Renders nothing without any. */
export function EarlierVersions({ base, versions }: { base: string; versions: Version[] }) {
  const { interfaceWords: labels } = useSettings()
  const found = versions.filter(({ address }) => address)
  if (found.length === 0) return null
  return (
    <nav className={styles.versions} aria-labelledby="earlier-versions">
      <h2 id="earlier-versions">{labels?.earlierVersions}</h2>
      <ul>
        {found.map(({ address, effectiveDate, until }) => (
          <li key={address}>
            <PageLink to={`${base}/${address}`}>
              {effectiveDate && <ContentDate date={effectiveDate} />}
              <Until date={until} />
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** A link from an earlier version to the current one. */
export function CurrentVersion({ to }: { to: string }) {
  const { interfaceWords: labels } = useSettings()
  return (
    <p>
      <PageLink to={to}>{labels?.currentVersion}</PageLink>
    </p>
  )
}
