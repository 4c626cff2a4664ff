import type { ReactNode } from 'react'
import { ContentLink } from '#app/blocks/content-link.tsx'
import { SETTINGS_SOURCE, useEditAttribute } from '#app/content/click-to-edit.tsx'
import { useSettings } from '#app/content/settings.tsx'
import { InlineText } from '#app/content/text.tsx'
import styles from '#app/layout/footer.module.css'
import { Logo } from '#app/layout/logo.tsx'
import { mapByIndex } from '#app/ui/map-by-index.tsx'

/** The footer of every page. The loader sets the year, so that server and browser agree. */
export function Footer({ year, children }: { year: number; children?: ReactNode }) {
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
        {children}
      </div>
    </footer>
  )
}
