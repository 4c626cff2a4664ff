import styles from '#app/blocks/faq/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import { useEditAttribute, useIsEditing } from '#app/content/click-to-edit.tsx'
import { RichText } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Accordion } from '#app/ui/accordion.tsx'
import { Prose } from '#app/ui/prose.tsx'
import { Section } from '#app/ui/section.tsx'

export function FaqView({ block }: { block: BlockOf<'faq'> }) {
  const edit = useEditAttribute()
  // Editors click a question to edit it, so the answers are open.
  const open = useIsEditing()
  const items = block.items?.filter((item) => item?.question) ?? []
  return (
    <Section className={styles.layout}>
      <SectionHead heading={block.heading} intro={block.intro} className={styles.head} />
      {items.length > 0 && (
        <div className={styles.items}>
          {items.map((item) => (
            <Accordion
              key={item._id}
              open={open}
              title={<span {...edit('question', { id: item._id, type: 'faqItem' })}>{item.question}</span>}
            >
              <Prose>
                <RichText value={item.answer} />
              </Prose>
            </Accordion>
          ))}
        </div>
      )}
    </Section>
  )
}
