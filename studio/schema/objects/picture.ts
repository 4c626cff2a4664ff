import { ImageIcon } from '@sanity/icons/Image'
import { defineField, defineType } from 'sanity'
import { PictureInput } from '#studio/schema/objects/picture-input.tsx'

/** A picture with the words for people who can't see it. */
export const picture = defineType({
  name: 'picture',
  title: 'Picture',
  type: 'image',
  icon: ImageIcon,
  components: { input: PictureInput },
  options: { hotspot: true, accept: 'image/png,image/jpeg,image/webp,image/avif,image/svg+xml' },
  fields: [
    defineField({
      name: 'alt',
      title: 'Description for people who can’t see it',
      type: 'string',
      description: 'Say what the picture tells. Leave empty only if it is pure decoration.',
      validation: (rule) => rule.max(160),
    }),
  ],
})
