import type { MetaDescriptor } from '@remix-run/node'
import { useSettings } from '#app/content/settings.tsx'
import styles from '#app/layout/consent-page.module.css'
import { CurrentVersion, EarlierVersions, InForce, type Version } from '#app/layout/effective-dates.tsx'
import { documentMeta, type Site } from '#app/seo/meta.ts'
import { Section } from '#app/ui/section.tsx'

type Wording = { text: string; hash: string }
type Props = {
  wording: { sms: Wording; marketing: Wording; effectiveDate: string | null; until: string | null }
  versions: Version[]
}

/** A wording of the contact form's consents, with the hashes that the records of enquiries contain. */
export function ConsentPage({ wording, versions }: Props) {
  const { interfaceWords: labels } = useSettings()
  return (
    <Section className={styles.layout}>
      <h1>{labels?.consentHeading}</h1>
      <InForce from={wording.effectiveDate} until={wording.until} />
      {wording.until && <CurrentVersion to="/consent-wording" />}
      {[wording.sms, wording.marketing].map(({ text, hash }) => (
        <figure key={hash} className={styles.wording}>
          <blockquote>{text}</blockquote>
          <figcaption>SHA-256 {hash}</figcaption>
        </figure>
      ))}
      <EarlierVersions base="/consent-wording" versions={versions} />
    </Section>
  )
}

/** The meta tags. Search engines don't index the page. */
export function consentMeta(site: Site | undefined): MetaDescriptor[] {
  return documentMeta({ title: site?.settings.interfaceWords?.consentHeading ?? null, seo: null }, site)
}
