import { defineLocaleResourceBundle } from 'sanity'
import { INVALID_ADDRESS } from '#studio/validation/web-address.ts'

/** Validation messages without jargon such as "slug" and "asset". */
const validation = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'validation',
  resources: {
    'number.maximum-precision': 'Type at most {{limit}} digits after the decimal point.',
    'object.asset-required': 'Choose an image.',
    'slug.missing-current': 'Required',
    'string.url.disallowed-scheme': 'This type of address is not allowed. Begin with https://',
    'string.url.invalid': INVALID_ADDRESS,
    'string.url.not-absolute': INVALID_ADDRESS,
  },
})

const NOT_INSERTED =
  'Only an image field takes files, and only PNG, JPEG, WebP, AVIF and SVG. Save a HEIC photo from a phone as JPEG first. Not inserted:'

/** Messages about rejected files and failed uploads. */
const uploads = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'studio',
  resources: {
    'inputs.array.error.cannot-upload-unable-to-convert_one': NOT_INSERTED,
    'inputs.array.error.cannot-upload-unable-to-convert_other': NOT_INSERTED,
    'asset-sources.common.uploader.upload-failed.title': 'The file was not uploaded',
    'asset-sources.common.uploader.upload-failed.description':
      'Use a PNG, JPEG, WebP, AVIF or SVG image of at most 50 MB and 16,000 pixels per side. Save a HEIC photo from a phone as JPEG first. If the file meets this, check the network and try again.',
  },
})

export const localeOverrides = [validation, uploads]
