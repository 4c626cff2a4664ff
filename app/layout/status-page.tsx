import styles from '#app/layout/status-page.module.css'
import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'

type Props = { status: number; heading: string; text?: string; button?: string }

/** A page that is missing or failed: which number, what happened, and a way on. */
export function StatusPage({ status, heading, text, button }: Props) {
  return (
    <Section tone="sky" className={styles.layout}>
      <p className={styles.plate} aria-hidden="true">
        {status}
      </p>
      <div className={styles.words}>
        <h1>{heading}</h1>
        {text && <p className={styles.text}>{text}</p>}
        {button && <ButtonLink to="/">{button}</ButtonLink>}
      </div>
    </Section>
  )
}
