import styles from '#app/blocks/call-to-action/styles.module.css'
import { ContentButton } from '#app/blocks/content-link.tsx'
import { useSettings } from '#app/content/settings.tsx'
import { InlineParagraph } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Heading } from '#app/ui/heading.tsx'
import { Section } from '#app/ui/section.tsx'

/** The banner of the settings. The block's own fields override it. */
export function CallToActionView({ block }: { block: BlockOf<'callToAction'> }) {
  const shared = useSettings().callToAction
  const heading = block.heading || shared?.heading
  const text = block.text?.length ? block.text : shared?.text
  const button = block.button?.label ? block.button : shared?.button
  return (
    <Section tone="clay" className={styles.layout}>
      <div className={styles.content}>
        {heading && <Heading className={styles.heading}>{heading}</Heading>}
        <InlineParagraph value={text} className={styles.text} />
      </div>
      <ContentButton link={button} />
    </Section>
  )
}
