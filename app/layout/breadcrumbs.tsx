import { useSettings } from '#app/content/settings.tsx'
import styles from '#app/layout/breadcrumbs.module.css'
import { breadcrumbsOf } from '#app/seo/breadcrumbs.ts'
import { mapByIndex } from '#app/ui/map-by-index.tsx'
import { PageLink } from '#app/ui/page-link.tsx'

/** The way to this page (WAI-ARIA APG, "Breadcrumb"). JSON-LD names the same one. */
export function Breadcrumbs(document: Parameters<typeof breadcrumbsOf>[0]) {
  const settings = useSettings()
  const crumbs = breadcrumbsOf(document, settings)
  return (
    <nav className={styles.breadcrumbs} aria-label={settings.interfaceWords?.breadcrumb ?? ''} data-screen>
      <ol>
        {mapByIndex(crumbs, ({ name, path }, index) => (
          <li>
            <PageLink to={path} aria-current={index === crumbs.length - 1 ? 'page' : undefined}>
              {name}
            </PageLink>
          </li>
        ))}
      </ol>
    </nav>
  )
}
