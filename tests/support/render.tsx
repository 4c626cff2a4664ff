// Renders views as the server does, inside the layout's context.
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { SettingsProvider } from '#app/content/settings.tsx'
import type { InlineText, Link, Picture, RichText, Settings } from '#app/content/types.ts'

export function render(view: ReactNode, { settings = fixtureSettings, at = '/' } = {}): string {
  const router = createMemoryRouter([{ path: '*', element: view }], { initialEntries: [at] })
  return renderToStaticMarkup(
    <SettingsProvider value={settings}>
      <RouterProvider router={router} />
    </SettingsProvider>,
  )
}

export const texts = (html: string, tag: string): string[] =>
  [...html.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 'gs'))].map(([, inner = '']) =>
    inner.replace(/<[^>]+>/g, '').trim(),
  )

export function line(text: string): InlineText {
  return [
    {
      _type: 'block',
      style: 'normal',
      markDefs: null,
      children: [{ _type: 'span' as const, text }],
    },
  ]
}

export function paragraphs(...words: string[]): RichText {
  return words.flatMap((text) =>
    line(text).map((block) => ({ ...block, listItem: null, level: null, markDefs: null })),
  )
}

export const link = (label: string, slug: string): Link => ({
  label,
  href: null,
  target: { _type: 'page', slug },
})

export const picture = (name: string): Picture & { _key: string } => ({
  _key: name,
  alt: `A picture of ${name}`,
  hotspot: null,
  crop: null,
  asset: {
    _id: `image-${name.replace(/[^a-z0-9]/g, '')}-2400x1350-jpg`,
    url: `http://localhost:3333/images/local/production/${name}-2400x1350.jpg`,
    originalFilename: `${name}.jpg`,
    extension: 'jpg',
    width: 2400,
    height: 1350,
  },
})

export const fixtureSettings: Settings = {
  brand: 'Brand',
  description: 'What the company does.',
  logo: null,
  logoLight: null,
  companyUrl: 'https://www.brand.example',
  email: 'hello@brand.example',
  phone: '+13025550142',
  address: {
    street: '1 Main Street',
    city: 'Wilmington',
    region: 'DE',
    postalCode: '19801',
    mapsUrl: 'https://maps.example/1',
  },
  headerNav: [link('Front', 'home'), link('Rates', 'pricing')],
  headerButton: link('Call', 'contact-us'),
  footerGroups: [{ title: 'Company', links: [link('About', 'about-us')] }],
  legalLine: line('All rights reserved.'),
  callToAction: {
    heading: 'Shared heading',
    text: line('Shared text'),
    button: link('Shared button', 'pricing'),
  },
  consents: null,
  planWords: {
    choose: 'Choose Plan',
    selected: 'Selected',
    cap: 'Property value up to',
    credit: 'lead credit',
    saving: 'Save',
    unavailable: 'not on sale',
  },
  checkoutWords: null,
  interfaceWords: {
    skipLink: 'Skip',
    mainNavigation: 'Main',
    breadcrumb: 'Breadcrumb',
    contents: 'Contents',
    openMenu: 'Open the menu',
    closeMenu: 'Close the menu',
    showPhone: 'Show the phone number',
    openChat: 'Chat',
    closeChat: 'Close the chat',
    homeLink: 'Brand, home',
    articleMissing: 'Loading',
    inForceFrom: 'In force from',
    inForceUntil: 'until',
    earlierVersions: 'Earlier versions',
    currentVersion: 'The version in force',
    consentHeading: 'Consent wording',
    newerArticles: 'Newer',
    olderArticles: 'Older',
    listPage: 'Page',
    allReviews: 'All reviews',
    previousReviews: 'Back',
    nextReviews: 'On',
    reviewWaiting: 'It waits',
    notFoundHeading: 'Not found',
    notFoundText: 'Nothing here',
    notFoundButton: 'Home',
  },
}
