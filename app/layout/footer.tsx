import { lazy, Suspense } from 'react'
import { ContentLink } from '#app/blocks/content-link.tsx'
import { SETTINGS_SOURCE, useEditAttribute } from '#app/content/click-to-edit.tsx'
import type { Measuring } from '#app/content/measuring.ts'
import { useSettings } from '#app/content/settings.tsx'
import { InlineText } from '#app/content/text.tsx'
import styles from '#app/layout/footer.module.css'
import { Logo } from '#app/layout/logo.tsx'
import { mapByIndex } from '#app/ui/map-by-index.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** Loaded only while a provider is set. If this fails, nothing is measured. */
const Measured = lazy(() => import('#app/analytics/measuring.tsx').catch(() => ({ default: () => null })))

/** The footer of every page. The loader sets the year, so that server and browser agree. */
export function Footer({ year, measuring }: { year: number; measuring?: Measuring }) {
  const hydrated = useHydrated()
  const { brand, description, email, footerGroups, legalLine } = useSettings()
  const edit = useEditAttribute()
  return (
    <footer className={styles.footer} data-tone="ink" data-screen>
      <div className={styles.street} aria-hidden="true">
        <div />
      </div>
      <div className={styles.inner}>
        <div className={styles.company}>
          <p className={styles.brand}>
            <Logo light className={styles.logo} />
          </p>
          {description && <p className={styles.description}>{description}</p>}
          {email && (
            <a href={`mailto:${email}`} className={styles.mail} {...edit('email', SETTINGS_SOURCE)}>
              {email}
            </a>
          )}
        </div>
        {mapByIndex(footerGroups ?? [], ({ title, links }) => (
          <div>
            {title && <h2 className={styles.title}>{title}</h2>}
            <ul className={styles.links}>
              {mapByIndex(links ?? [], (link) => (
                <li>
                  <ContentLink link={link} className={styles.link} />
                </li>
              ))}
            </ul>
          </div>
        ))}
        <p className={styles.legal}>
          © {year} {legalLine?.length ? <InlineText value={legalLine} /> : brand}
        </p>
        {measuring && hydrated && (
          <Suspense>
            <Measured {...measuring} />
          </Suspense>
        )}
      </div>
    </footer>
  )
}
