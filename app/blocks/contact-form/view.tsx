import styles from '#app/blocks/contact-form/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import type { OfferedConsents } from '#app/contact/consents.server.ts'
import { ContactForm } from '#app/contact/contact-form.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Section } from '#app/ui/section.tsx'

type Props = { block: BlockOf<'contactForm'>; consents?: OfferedConsents | null }

export function ContactFormView({ block, consents = null }: Props) {
  return (
    <Section tone="sand" className={styles.layout}>
      <SectionHead heading={block.heading} intro={block.intro} className={styles.head} />
      <ContactForm block={block} consents={consents} />
    </Section>
  )
}
