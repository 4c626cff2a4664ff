import { Buttons } from '#app/blocks/buttons.tsx'
import styles from '#app/blocks/hero-slideshow/styles.module.css'
import { Picture } from '#app/blocks/picture.tsx'
import { BlockHeading } from '#app/blocks/section-head.tsx'
import { plainText } from '#app/content/plain-text.ts'
import { useSettings } from '#app/content/settings.tsx'
import { InlineParagraph } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Carousel } from '#app/ui/carousel/carousel.tsx'

/** Specification 9, "Hero slideshow". */
const AUTOPLAY_MS = 5000
const TRANSITION_MS = 1000

export function HeroSlideshowView({ block }: { block: BlockOf<'heroSlideshow'> }) {
  const settings = useSettings()
  const slides = block.slides?.filter(({ asset }) => asset) ?? []
  return (
    <section className={styles.hero} data-tone="ink">
      <div className={styles.welcome}>
        <BlockHeading value={block.heading} className={styles.heading} />
        <InlineParagraph value={block.tagline} className={styles.tagline} />
        <Buttons links={block.buttons} />
      </div>
      {slides.length > 0 && (
        <Carousel
          label={plainText(block.heading, settings) || (settings.brand ?? '')}
          slides={slides.map((slide, index) => (
            <Picture
              key={slide._key}
              picture={slide}
              field={`slides:${slide._key}`}
              sizes="max(100vw, 170vh)"
              portrait={{ ratio: 2 / 3, sizes: 'max(75vw, 50vh)' }}
              priority={index === 0}
              className={styles.picture}
            />
          ))}
          autoplayMs={AUTOPLAY_MS}
          transitionMs={TRANSITION_MS}
          controls="over"
          deferOthers
          perView={{ default: 1 }}
          className={styles.slideshow}
          slideClassName={styles.slide}
        />
      )}
    </section>
  )
}
