import { defineLocaleResourceBundle } from 'sanity'

/** What the Studio says of a wrong field, for people who know no “slug”, no “protocol” and no “asset”. */
const ofFields = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'validation',
  resources: {
    'number.maximum-precision': 'At most {{limit}} digits behind the point',
    'number.non-integer': 'Type a whole number',
    'object.asset-required': 'Choose a picture',
    'slug.missing-current': 'Required',
    'slug.not-unique': 'This is taken already: choose another',
    'string.url.disallowed-scheme': 'Addresses that begin like this are not linked: begin with https://',
    'string.url.invalid': 'Type the whole address, as https://www.example.com',
    'string.url.not-absolute': 'Type the whole address, as https://www.example.com',
  },
})

const DROPPED =
  'Only PNG, JPEG, WebP, AVIF and SVG are taken, and only by a picture’s own field: a text has no pictures. Save a photo of a phone (HEIC) as JPEG first:'

/**
 * What it says of a file that it does not take, and of one that the lake refused, or never got: it spoke of “conversion from
 * content type to array item”, and sent them to “the console”.
 */
const ofUploads = defineLocaleResourceBundle({
  locale: 'en-US',
  namespace: 'studio',
  resources: {
    'inputs.array.error.cannot-upload-unable-to-convert_one': DROPPED,
    'inputs.array.error.cannot-upload-unable-to-convert_other': DROPPED,
    'asset-sources.common.uploader.upload-failed.title': 'This file was not taken',
    'asset-sources.common.uploader.upload-failed.description':
      'It has to be a picture: PNG, JPEG, WebP, AVIF or SVG, of at most 50 MB and 16,000 pixels a side. Save a photo of a phone (HEIC) as JPEG first. If it is all that, the network was away: try again.',
  },
})

export const localeOverrides = [ofFields, ofUploads]
