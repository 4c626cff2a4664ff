import { UsersIcon } from '@sanity/icons/Users'
import { defineField, defineType } from 'sanity'
import { requiredString, webAddressField } from '#studio/schema/fields.ts'
import { PictureInput } from '#studio/schema/objects/picture-input.tsx'
import { BY_ORDER, orderField } from '#studio/schema/order-field.ts'
import { SHOW_DATES, showDates, showDatesFieldset, subtitleWithSchedule } from '#studio/schema/show-dates.ts'

export const partner = defineType({
  name: 'partner',
  title: 'Partner',
  type: 'document',
  icon: UsersIcon,
  fieldsets: [showDatesFieldset],
  fields: [
    requiredString('name', 'Name', 60),
    defineField({
      name: 'logo',
      title: 'Logo',
      type: 'image',
      components: { input: PictureInput },
      options: { accept: 'image/svg+xml,image/png,image/webp' },
      description: 'Dark on a transparent background. Screen readers read out the name instead.',
    }),
    defineField({
      name: 'logoUrl',
      title: 'Or the address of the logo on another site',
      type: 'url',
      hidden: ({ document }) => Boolean((document?.logo as { asset?: unknown } | undefined)?.asset),
      validation: (rule, context) =>
        context?.hidden
          ? []
          : rule
              .uri({ scheme: ['https'] })
              .custom((url) => Boolean(url) || 'Upload a logo, or type its address.'),
    }),
    webAddressField('url', 'Web address of the partner'),
    orderField('partner', 'Place in the row', 'logos'),
    ...showDates('this partner'),
  ],
  orderings: [BY_ORDER],
  preview: {
    select: { title: 'name', url: 'url', media: 'logo', ...SHOW_DATES },
    prepare: ({ title, url, media, ...dates }) => ({
      title,
      subtitle: subtitleWithSchedule(dates, url),
      media,
    }),
  },
})
