const TEXTS = [
  {
    companyName: 'Sample Company',
    jobTitle: 'Sample Position',
    reviewDescription: 'This is a sample, not a client’s words.',
    rating: 5,
  },
  {
    companyName: 'Sample Realty Group',
    jobTitle: 'Sample Broker',
    reviewDescription:
      'A sample text that is longer than a card shows. It stands here so that you can see where the card cuts it, press Read More, and watch the card grow to hold all of it. One command removes all eight samples: npm run host:reviews -- remove-samples.',
    rating: 5,
  },
  {
    companyName: 'Sample Homes',
    jobTitle: 'Sample Agent',
    reviewDescription: 'Sample text of exactly eighty characters, as many as a card shows without a cut.',
    rating: 4,
  },
  {
    companyName: 'Sample Company',
    jobTitle: 'Sample Realtor',
    reviewDescription: 'Sample: nobody wrote this review. Add a real one with the button above.',
    rating: 5,
  },
  {
    companyName: 'Sample & Daughters Property Services of the Greater Sample Area',
    jobTitle: 'Sample Director of Agent Partnerships',
    reviewDescription:
      'This sample has long names and a middling text, because real companies have them too.',
    rating: 3,
  },
  {
    companyName: 'Sample Land',
    jobTitle: 'Sample Owner',
    reviewDescription: 'Sample.',
    rating: 5,
  },
  {
    companyName: 'Sample Estates',
    jobTitle: 'Sample Coordinator',
    reviewDescription:
      'A sample with several paragraphs.\n\nThe second one shows how line breaks look on a card. It was written to fill space, and no client of ours said it.\n\nThe third one is here so that the expanded card is taller than its neighbors: a card is 320 pixels high when collapsed and as high as its text when expanded. When the first real reviews arrive, remove the samples and this one goes with them.',
    rating: 4,
  },
  {
    companyName: 'Sample Company',
    jobTitle: 'Sample Position',
    reviewDescription: 'The last sample of eight; four stars, so that not all cards look the same.',
    rating: 4,
  },
]

/** Samples for a new site. Their lengths are below, at and far above the 80 characters at which a card is cut. */
export const SAMPLES = TEXTS.map((text, index) => ({
  ...text,
  firstName: 'Sample',
  lastName: `Review ${['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight'][index]}`,
  date: `2025-01-0${TEXTS.length - index}T15:00:00.000Z`,
}))
