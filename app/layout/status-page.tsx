import styles from '#app/layout/status-page.module.css'
import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'

type Props = {
  status: number
  heading: string
  text?: string
  /** The address for "Try again". */
  retryHref?: string
  button?: string
}

/** A missing or failed page: status code, explanation and links. */
export function StatusPage({ status, heading, text, retryHref, button }: Props) {
  return (
    <Section tone="sky" className={styles.layout}>
      <p className={styles.code} aria-hidden="true">
        {status}
      </p>
      <div className={styles.message}>
        <h1>{heading}</h1>
        {text && <p className={styles.text}>{text}</p>}
        {retryHref && <ButtonLink to={retryHref}>Try again</ButtonLink>}
        {button && (
          <ButtonLink to="/" variant={retryHref ? 'quiet' : 'solid'}>
            {button}
          </ButtonLink>
        )}
      </div>
    </Section>
  )
}
