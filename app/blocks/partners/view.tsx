import { ContentButton } from '#app/blocks/content-link.tsx'
import styles from '#app/blocks/partners/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import { useEditAttribute } from '#app/content/click-to-edit.tsx'
import { safeHref } from '#app/content/href.ts'
import { fileUrl } from '#app/content/media.ts'
import { InlineParagraph } from '#app/content/text.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { Carousel } from '#app/ui/carousel/carousel.tsx'
import type { PerView } from '#app/ui/carousel/columns.ts'
import { classNames } from '#app/ui/class-names.ts'
import { CardHeading } from '#app/ui/heading.tsx'
import { Section } from '#app/ui/section.tsx'

/** Specification 9, "Partner carousel". */
const AUTOPLAY_MS = 2000
const GAP_PX = 30
const PER_VIEW: PerView = { default: 4, 640: 3, 768: 4, 1024: 5 }

type Partner = BlockOf<'partners'>['partners'][number]

export function PartnersView({ block }: { block: BlockOf<'partners'> }) {
  const { heading, invitation } = block
  const partners = block.partners.filter(({ logo, logoUrl }) => logo?.asset || logoUrl)
  return (
    <Section>
      <SectionHead heading={heading} className={styles.head} />
      {partners.length > 0 && (
        <Carousel
          label={heading || partners.map(({ name }) => name).join(', ')}
          slides={partners.map((partner) => <Logo key={partner._id} partner={partner} />)}
          slideLabels={partners.map(({ name }) => name ?? '')}
          autoplayMs={AUTOPLAY_MS}
          perView={PER_VIEW}
          gapPx={GAP_PX}
        />
      )}
      {invitation && (
        <div className={styles.invitation} data-tone="pine">
          <div className={styles.content}>
            {invitation.heading && <CardHeading className={styles.heading}>{invitation.heading}</CardHeading>}
            <InlineParagraph value={invitation.text} />
          </div>
          <ContentButton link={invitation.button} />
        </div>
      )}
    </Section>
  )
}

function Logo({ partner: { _id, name, logo, logoUrl, url } }: { partner: Partner }) {
  const asset = logo?.asset
  const edit = useEditAttribute()
  const image = (
    <img
      {...edit('logo', { id: _id, type: 'partner' })}
      className={classNames('keeps-ground', styles.logo)}
      src={fileUrl(asset) ?? logoUrl ?? undefined}
      alt={name ?? ''}
      width={asset?.width ?? 240}
      height={asset?.height ?? 96}
      loading="lazy"
      decoding="async"
    />
  )
  const to = safeHref(url)
  return to ? (
    <a className={styles.partner} href={to} rel="noopener">
      {image}
    </a>
  ) : (
    <div className={styles.partner}>{image}</div>
  )
}
