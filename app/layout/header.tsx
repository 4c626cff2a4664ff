import { ContentButton } from '#app/blocks/content-link.tsx'
import { useSettings } from '#app/content/settings.tsx'
import styles from '#app/layout/header.module.css'
import { Logo } from '#app/layout/logo.tsx'
import { PhonePopup } from '#app/layout/phone-popup.tsx'
import { SiteMenu } from '#app/layout/site-menu.tsx'
import { PageLink } from '#app/ui/page-link.tsx'

/** The header of every page. */
export function Header() {
  const { brand, headerButton, interfaceWords } = useSettings()
  const home = [brand, interfaceWords?.homeLink].filter(Boolean).join(', ')
  return (
    <header className={styles.header} data-screen>
      <div className={styles.bar}>
        <PageLink to="/" className={styles.home} aria-label={home}>
          <Logo className={styles.logo} />
        </PageLink>
        <SiteMenu />
        <PhonePopup />
        <ContentButton link={headerButton} small className={styles.call} />
      </div>
    </header>
  )
}
