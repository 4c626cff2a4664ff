import { useSettings } from '#app/content/settings.tsx'
import styles from '#app/layout/breadcrumbs.module.css'
import type { Crumb } from '#app/seo/breadcrumbs.ts'
import { classNames } from '#app/ui/class-names.ts'
import { mapByIndex } from '#app/ui/map-by-index.tsx'
import { PageLink } from '#app/ui/page-link.tsx'

/** The way to this page (WAI-ARIA APG, "Breadcrumb"). JSON-LD names the same one. */
export function Breadcrumbs({ crumbs, className }: { crumbs: Crumb[]; className?: string }) {
  const { interfaceWords: labels } = useSettings()
  return (
    <nav
      className={classNames(styles.breadcrumbs, className)}
      aria-label={labels?.breadcrumb ?? undefined}
      data-screen
    >
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
