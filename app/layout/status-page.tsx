import styles from '#app/layout/status-page.module.css'
import { ButtonLink } from '#app/ui/button.tsx'
import { Section } from '#app/ui/section.tsx'

type Props = {
  status: number
  heading: string
  text?: string
  /** The address of a page that may be there by now. */
  again?: string
  button?: string
}

/** A page that is missing or failed: which number, what happened, and a way on. */
export function StatusPage({ status, heading, text, again, button }: Props) {
  return (
    <Section tone="sky" className={styles.layout}>
      <p className={styles.plate} aria-hidden="true">
        {status}
      </p>
      <div className={styles.words}>
        <h1>{heading}</h1>
        {text && <p className={styles.text}>{text}</p>}
        {again && <ButtonLink to={again}>Try again</ButtonLink>}
        {button && (
          <ButtonLink to="/" look={again ? 'quiet' : 'solid'}>
            {button}
          </ButtonLink>
        )}
      </div>
    </Section>
  )
}
