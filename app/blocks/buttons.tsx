import styles from '#app/blocks/buttons.module.css'
import { ContentButton } from '#app/blocks/content-link.tsx'
import type { Link } from '#app/content/types.ts'
import { mapByIndex } from '#app/ui/map-by-index.tsx'

/** The buttons of a block. The first one is the primary one. */
export function Buttons({ links }: { links: Link[] | null | undefined }) {
  if (!links?.length) return null
  return (
    <div className={styles.buttons}>
      {mapByIndex(links, (link, index) => (
        <ContentButton link={link} variant={index === 0 ? 'solid' : 'quiet'} />
      ))}
    </div>
  )
}
