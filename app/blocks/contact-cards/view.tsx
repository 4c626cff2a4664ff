import type { ReactNode } from 'react'
import styles from '#app/blocks/contact-cards/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import { formatPhone } from '#app/content/contact-details.ts'
import { SETTINGS_PLACE, useEdit } from '#app/content/edit.tsx'
import { openableHref } from '#app/content/href.ts'
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
      <ul className={classNames(styles.cards, 'h-card')}>
        {email && (
          <ContactCard
            icon={<MailIcon />}
            title={block.emailTitle}
            value={email}
            href={`mailto:${email}`}
            field="email"
            microformat="u-email"
          />
        )}
        {phone && (
          <ContactCard
            icon={<PhoneIcon />}
            title={block.phoneTitle}
            value={formatPhone(phone)}
            href={`tel:${phone}`}
            field="phone"
            microformat="p-tel"
          />
        )}
        {address?.street && (
          <ContactCard
            icon={<PinIcon />}
            title={block.addressTitle}
            value={<PostalAddress address={address} />}
            href={openableHref(address.mapsUrl)}
            field="address"
            microformat="p-adr h-adr"
          />
        )}
      </ul>
    </Section>
  )
}

function ContactCard({
  icon,
  title,
  value,
  href,
  field,
  microformat,
}: {
  icon: ReactNode
  title: string | null
  value: ReactNode
  href: string | undefined
  field: string
  /** The class of the value (microformats2, h-card and h-adr). */
  microformat: string
}) {
  const edit = useEdit()
  return (
    <li>
      <a className={classNames(styles.card, microformat === 'u-email' && microformat)} href={href}>
        <span className={styles.icon}>{icon}</span>
        {title && <CardHeading>{title}</CardHeading>}
        <p
          className={classNames(styles.value, microformat !== 'u-email' && microformat)}
          {...edit(field, SETTINGS_PLACE)}
        >
          {value}
        </p>
      </a>
    </li>
  )
}

/** The address on two lines, with its parts marked (h-adr). */
function PostalAddress({ address }: { address: NonNullable<Settings['address']> }) {
  const { street, city, region, postalCode } = address
  return (
    <>
      <span className={styles.line}>
        <span className="p-street-address">{street}</span>,
      </span>{' '}
      <span className={styles.line}>
        <span className="p-locality">{city}</span>, <span className="p-region">{region}</span>{' '}
        <span className="p-postal-code">{postalCode}</span>
      </span>
    </>
  )
}
