import type { ReactNode } from 'react'
import styles from '#app/blocks/contact-cards/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import { SETTINGS_SOURCE, useEditAttribute } from '#app/content/click-to-edit.tsx'
import { formatPhone } from '#app/content/contact-details.ts'
import { safeHref } from '#app/content/href.ts'
import { useSettings } from '#app/content/settings.tsx'
import type { BlockOf, Settings } from '#app/content/types.ts'
import { classNames } from '#app/ui/class-names.ts'
import { CardHeading } from '#app/ui/heading.tsx'
import { MailIcon, PhoneIcon, PinIcon } from '#app/ui/icons.tsx'
import { Section } from '#app/ui/section.tsx'

export function ContactCardsView({ block }: { block: BlockOf<'contactCards'> }) {
  const { email, phone, address } = useSettings()
  return (
    <Section className={styles.layout}>
      <SectionHead heading={block.heading} />
      {/* The classes h-card, u-email, p-tel and p-adr are microformats2. */}
      <ul className={classNames(styles.cards, 'h-card')}>
        {email && (
          <ContactCard
            icon={<MailIcon />}
            title={block.emailTitle}
            href={`mailto:${email}`}
            className="u-email"
            field="email"
          >
            {email}
          </ContactCard>
        )}
        {phone && (
          <ContactCard icon={<PhoneIcon />} title={block.phoneTitle} href={`tel:${phone}`} field="phone">
            <span className="p-tel">{formatPhone(phone)}</span>
          </ContactCard>
        )}
        {address?.street && (
          <ContactCard
            icon={<PinIcon />}
            title={block.addressTitle}
            href={safeHref(address.mapsUrl)}
            field="address"
          >
            <PostalAddress address={address} />
          </ContactCard>
        )}
      </ul>
    </Section>
  )
}

type CardProps = {
  icon: ReactNode
  title: string | null
  href: string | undefined
  className?: string
  field: string
  children: ReactNode
}

function ContactCard({ icon, title, href, className, field, children }: CardProps) {
  const edit = useEditAttribute()
  return (
    <li>
      <a className={classNames(styles.card, className)} href={href}>
        <span className={styles.icon}>{icon}</span>
        {title && <CardHeading>{title}</CardHeading>}
        <p className={styles.value} {...edit(field, SETTINGS_SOURCE)}>
          {children}
        </p>
      </a>
    </li>
  )
}

/** The address on two lines, with its parts marked (h-adr). */
function PostalAddress({ address }: { address: NonNullable<Settings['address']> }) {
  const { street, city, region, postalCode } = address
  return (
    <span className="p-adr h-adr">
      <span className={styles.line}>
        <span className="p-street-address">{street}</span>,
      </span>{' '}
      <span className={styles.line}>
        <span className="p-locality">{city}</span>, <span className="p-region">{region}</span>{' '}
        <span className="p-postal-code">{postalCode}</span>
      </span>
    </span>
  )
}
