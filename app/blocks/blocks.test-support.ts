import type { Block, BlockOf } from '#app/content/types.ts'
import { line, link, paragraphs, picture } from '#tests/support/render.tsx'

const card = (title: string) => ({ title, text: line(`${title} text`) })
const figure = (value: string) => ({ value, label: `${value} things` })
const plan = {
  _id: 'plan',
  title: 'Starter',
  slug: 'starter',
  kind: 'rate' as const,
  price: 99,
  cap: null,
  credit: null,
  summary: 'For a start',
  features: ['One lead'],
}
const article = {
  _id: 'article',
  title: 'An article',
  slug: 'an-article',
  category: 'Calls',
  description: 'What it says',
  date: '2026-11-05',
  site: 'Field Notes',
  picture: picture('article'),
}

/** Every block with all of its content. */
export const filled: { [Type in Block['_type']]: Omit<BlockOf<Type>, '_key' | '_type'> } = {
  heroSlideshow: {
    heading: line('Hero heading'),
    tagline: line('Tagline'),
    slides: [picture('hero-bg-1'), picture('hero-bg-2')],
    buttons: [link('See plans', 'pricing')],
  },
  appreciation: {
    heading: 'Appreciation heading',
    text: paragraphs('One', 'Two'),
    figures: [figure('18M')],
    picture: picture('door'),
  },
  serviceCards: { heading: line('Services heading'), intro: line('Intro'), cards: [card('Service')] },
  statisticCards: { heading: 'Mission heading', text: paragraphs('Why'), figures: [figure('4K+')] },
  numbersBand: { heading: 'Numbers heading', intro: line('Intro'), figures: [figure('50')] },
  hexagonCards: { heading: 'Hexagons heading', intro: null, cards: [card('Expertise')] },
  reviews: {
    heading: 'Reviews heading',
    intro: line('Intro'),
    addLabel: 'Add Review',
    formTitle: 'Add New Review',
    submitLabel: 'Add',
    companyLabel: 'Company',
    positionLabel: 'Position',
    moreLabel: 'Read More',
    lessLabel: 'Show Less',
    invitation: 'Be the first',
  },
  pageHeader: {
    eyebrow: line('Eyebrow'),
    heading: line('Page heading'),
    intro: paragraphs('Intro'),
    picture: picture('office'),
    buttons: [link('Go', 'pricing')],
  },
  tabs: {
    heading: 'Tabs heading',
    tabs: [
      { _key: 'a', title: 'Company', text: paragraphs('About us') },
      { _key: 'b', title: 'Mission', text: paragraphs('Our aim') },
    ],
    openTab: 2,
  },
  partners: {
    heading: 'Partners heading',
    invitation: { heading: 'Join', text: line('Join us'), button: link('Become one', 'contact-us') },
    partners: [{ _id: 'p', name: 'Fernlane', logo: null, logoUrl: 'https://logos.example/p.svg', url: null }],
  },
  featureGrid: { heading: 'Features heading', intro: null, features: [card('Feature')] },
  callToAction: { heading: null, text: null, button: null },
  alternatingSections: {
    sections: [
      {
        _key: 's',
        heading: 'Section heading',
        subheading: 'Subheading',
        text: paragraphs('Text'),
        picture: picture('how-1'),
        button: link('More', 'pricing'),
      },
    ],
  },
  steps: { heading: 'Steps heading', intro: null, steps: [card('Step')] },
  statement: { text: line('Statement heading'), note: line('Note') },
  planGrid: { heading: 'Plans heading', intro: null, kind: 'rate', plans: [plan] },
  contactForm: {
    heading: 'Contact heading',
    intro: line('Intro'),
    legal: paragraphs('Legal'),
    submitLabel: 'Submit',
    submittingLabel: 'Submitting...',
  },
  faq: {
    heading: 'FAQ heading',
    intro: null,
    items: [{ _id: 'q', question: 'Why?', answer: paragraphs('Because.') }],
  },
  contactCards: {
    heading: 'Contact heading',
    emailTitle: 'Email',
    phoneTitle: 'Phone',
    addressTitle: 'Address',
  },
  articleList: { heading: 'Articles heading', readLabel: 'Read article', articles: [article], total: 1 },
  prose: { heading: 'Prose heading', text: paragraphs('Text') },
}
