import type { MetaFunction } from '@remix-run/node'

/** What guests read when the time of their link is over. Staff’s words, not content: no editor needs to change them. */
export const PREVIEW_ENDED = {
  heading: 'This preview has expired',
  text: 'The link was good for a limited time. Ask whoever sent it for a new one.',
}

export const NO_PREVIEW_META: MetaFunction = () => [
  { title: 'Preview' },
  { name: 'robots', content: 'noindex' },
]
