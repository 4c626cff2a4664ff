import type { MetaFunction } from '@remix-run/node'

/** The text of an expired share link. Editors can't change it. */
export const PREVIEW_EXPIRED = {
  heading: 'This preview has expired',
  text: 'The link was good for a limited time. Ask whoever sent it for a new one.',
}

export const NO_PREVIEW_META: MetaFunction = () => [
  { title: 'Preview' },
  { name: 'robots', content: 'noindex' },
]
