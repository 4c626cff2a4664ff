import { ImageIcon } from '@sanity/icons/Image'
import { defineType } from 'sanity'
import { optionalString } from '#studio/schema/fields.ts'
import { PictureInput } from '#studio/schema/objects/picture-input.tsx'

export const picture = defineType({
  name: 'picture',
  title: 'Image',
  type: 'image',
  icon: ImageIcon,
  components: { input: PictureInput },
  options: { hotspot: true, accept: 'image/png,image/jpeg,image/webp,image/avif,image/svg+xml' },
  fields: [
    optionalString('alt', 'Alternative text', 160, {
      description:
        'Say what the image shows, for people who can’t see it. Leave this empty only if the image is decoration.',
    }),
  ],
})
