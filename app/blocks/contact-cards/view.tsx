import type { ReactNode } from 'react'
import styles from '#app/blocks/contact-cards/styles.module.css'
import { SectionHead } from '#app/blocks/section-head.tsx'
import { formatAddress, formatPhone } from '#app/content/contact-data.ts'
import { SETTINGS_PLACE, useEdit } from '#app/content/edit.tsx'
import { useSettings } from '#app/content/settings.tsx'
import type { BlockOf } from '#app/content/types.ts'
import { CardHeading } from '#app/ui/heading.tsx'
import { MailIcon, PhoneIcon, PinIcon } from '#app/ui/icons.tsx'
import { Section } from '#app/ui/section.tsx'

export function ContactCardsView({ block }: { block: BlockOf<'contactCards'> }) {
  const { email, phone, address } = useSettings()
  return (
    <Section className={styles.layout}>
      <SectionHead heading={block.heading} />
      <ul className={styles.cards}>
        {email && (
          <ContactCard
            icon={<MailIcon />}
            title={block.emailTitle}
            value={email}
            href={`mailto:${email}`}
            field="email"
          />
        )}
        {phone && (
          <ContactCard
            icon={<PhoneIcon />}
            title={block.phoneTitle}
            value={formatPhone(phone)}
            href={`tel:${phone}`}
            field="phone"
          />
        )}
        {address?.mapsUrl && (
          <ContactCard
            icon={<PinIcon />}
            title={block.addressTitle}
            value={formatAddress(address)}
            href={address.mapsUrl}
            field="address"
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
}: {
  icon: ReactNode
  title: string | null
  value: string
  href: string
  field: string
}) {
  const edit = useEdit()
  return (
    <li>
      <a className={styles.card} href={href}>
        <span className={styles.icon}>{icon}</span>
        {title && <CardHeading>{title}</CardHeading>}
        <p className={styles.value} {...edit(field, SETTINGS_PLACE)}>
          {value}
        </p>
      </a>
    </li>
  )
}
