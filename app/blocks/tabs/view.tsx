import styles from '#app/blocks/tabs/styles.module.css'
import { RichText } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Heading } from '#app/ui/heading.tsx'
import { Prose } from '#app/ui/prose.tsx'
import { Section } from '#app/ui/section.tsx'
import { useSectionId } from '#app/ui/section-id.ts'
import { Tabs } from '#app/ui/tabs/tabs.tsx'

export function TabsView({ block }: { block: BlockOf<'tabs'> }) {
  const tabs = block.tabs?.filter(({ title }) => title) ?? []
  const open = Math.min(Math.max((block.openTab ?? 1) - 1, 0), tabs.length - 1)
  const suffix = useSectionId('') // two blocks may contain the same keys
  return (
    <Section className={styles.layout}>
      {block.heading && <Heading>{block.heading}</Heading>}
      {tabs.length > 0 && (
        <Tabs
          label={block.heading ?? tabs.map(({ title }) => title).join(', ')}
          initial={open}
          tabs={tabs.map(({ _key, title, text }) => ({
            id: `${_key}${suffix}`,
            title: title ?? '',
            content: (
              <Prose className={styles.text}>
                <RichText value={text} />
              </Prose>
            ),
          }))}
        />
      )}
    </Section>
  )
}
