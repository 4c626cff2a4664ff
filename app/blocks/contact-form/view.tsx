import { lazy, Suspense } from 'react'
import styles from '#app/blocks/contact-form/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import type { OfferedConsents } from '#app/contact/consents.server.ts'
import type { BlockOf } from '#app/content/types.ts'
import { Section } from '#app/ui/section.tsx'

// A chunk of its own, because it is a third of all code. The server-rendered form works without it.
const ContactForm = lazy(() =>
  import('#app/contact/contact-form.tsx').then(({ ContactForm }) => ({ default: ContactForm }), keepForm),
)

/** Keeps the server-rendered form. After a client-side navigation there is none, so the page reloads. */
function keepForm(): Promise<never> {
  if (!document.querySelector('input[name=form][value=enquiry]')) location.reload()
  return new Promise(() => {})
}

type Props = { block: BlockOf<'contactForm'>; consents?: OfferedConsents | null }

export function ContactFormView({ block, consents = null }: Props) {
  return (
    <Section tone="sand" className={styles.layout}>
      <SectionHead heading={block.heading} intro={block.intro} className={styles.head} />
      <Suspense>
        <ContactForm block={block} consents={consents} />
      </Suspense>
    </Section>
  )
}
