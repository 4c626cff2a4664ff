import { defineLocaleResourceBundle } from 'sanity'
import { INVALID_ADDRESS } from '#studio/validation/web-address.ts'

/** Messages of Sanity's own validation, without “slug”, “protocol” and “asset”. */
const ofFields = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'validation',
  resources: {
    'number.maximum-precision': 'At most {{limit}} digits after the decimal point',
    'number.non-integer': 'Type a whole number',
    'object.asset-required': 'Choose a picture',
    'slug.missing-current': 'Required',
    'slug.not-unique': 'This is taken. Choose another.',
    'string.url.disallowed-scheme': 'Type an address that starts with https://',
    'string.url.invalid': INVALID_ADDRESS,
    'string.url.not-absolute': INVALID_ADDRESS,
  },
})

const DROPPED =
  'Pictures can only be dropped on the field of a picture, as PNG, JPEG, WebP, AVIF or SVG. Save a photo of a phone (HEIC) as JPEG first:'

/** Messages for a file that the Studio or the lake does not accept; Sanity's own point to the browser's console. */
const ofUploads = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'studio',
  resources: {
    'inputs.array.error.cannot-upload-unable-to-convert_one': DROPPED,
    'inputs.array.error.cannot-upload-unable-to-convert_other': DROPPED,
    'asset-sources.common.uploader.upload-failed.title': 'The file was not uploaded',
    'asset-sources.common.uploader.upload-failed.description':
      'It must be a PNG, JPEG, WebP, AVIF or SVG of at most 50 MB and 16,000 pixels a side. Save a photo of a phone (HEIC) as JPEG first. If the file is right, check your connection and try again.',
  },
})

export const plainWords = [ofFields, ofUploads]
