/** The labels and messages that visitors read where Settings has none. The Studio shows them as placeholders. */
export const DEFAULT_TEXT = {
  planWords: {
    choose: 'Choose Plan',
    selected: 'Selected',
    cap: 'Property value up to',
    credit: 'lead credit',
    saving: 'Save',
    unavailable: '(currently not on sale)',
  },
  checkoutWords: {
    heading: 'Checkout',
    product: 'Product',
    price: 'Price',
    quantity: 'Quantity',
    subtotal: 'Subtotal',
    basketTotal: 'Basket Total',
    total: 'Total',
    customerDetails: 'Customer Details',
    saveDetails: 'Save Details',
    clearDetails: 'Clear Details',
    detailsSaved: 'Your details are saved.',
    detailsFirst: 'Save your details before you pay.',
    detailsUnsaved: 'You have changed your details. Save them before you pay.',
    detailsNotSent:
      'This didn’t reach us. What you typed is still here: check your connection and try again.',
    payWith: 'Pay securely with',
    payLoading: 'Loading payment options…',
    testMoney: 'Test payments: no account is connected and no money moves.',
    paymentOff: 'Online payment isn’t set up yet. Contact us and we’ll arrange it with you.',
    paymentBlocked:
      'The payment buttons can’t be loaded. A blocker or the network may be in the way. You can pay on PayPal’s own page, or contact us.',
    payOnPayPal: 'Pay on PayPal’s page',
    contactUs: 'Contact us',
    paymentReceived:
      'We have received your payment. Please don’t pay again; we are completing your purchase. Your order:',
    paymentPending:
      'PayPal is still checking this payment. Please don’t pay again; we’ll write as soon as it is through.',
    priceChanged: 'The price has changed since you started. Nothing was charged. The price is now',
    choiceChanged:
      'Your plan, its price or your details have changed since this page was loaded. Nothing was charged. Please look at them again before you pay.',
    noPlan: 'No plan selected.',
    noCookies:
      'Your browser keeps no cookies for this site, so the plan that you choose can’t be remembered. Allow them here and choose again, or contact us.',
    toPlans: 'See all plans',
  },
  searchWords: {
    heading: 'Search',
    label: 'What are you looking for?',
    button: 'Search',
    results: 'Pages about',
    none: 'No page speaks of',
    suggestions: 'Were you looking for one of these?',
  },
  interfaceWords: {
    skipLink: 'Skip to content',
    mainNavigation: 'Main',
    breadcrumb: 'Breadcrumb',
    contents: 'Contents',
    openMenu: 'Open menu',
    closeMenu: 'Close menu',
    showPhone: 'Show phone',
    homeLink: 'start page',
    articleMissing: 'Loading blog content...',
    inForceFrom: 'In force from',
    inForceUntil: 'until',
    earlierVersions: 'Earlier versions',
    currentVersion: 'Read the version in force',
    consentHeading: 'Consent Wording',
    notFoundHeading: 'This address doesn’t lead anywhere',
    notFoundText: 'The page may have moved, or the link may have a typo in it. The home page knows the way.',
    notFoundButton: 'Back to the Home Page',
    newerArticles: 'Newer articles',
    olderArticles: 'Older articles',
    listPage: 'Page',
    allReviews: 'Read all reviews',
    previousReviews: 'Previous reviews',
    nextReviews: 'Next reviews',
    reviewWaiting:
      'Thank you! Your review has reached us. You will find it on this site once we have approved it.',
    openChat: 'Chat with our assistant',
    closeChat: 'Close chat',
  },
  measuringWords: {
    text: 'May we count your visit? No names, no e-mail addresses. You can change your mind at the end of any page.',
    accept: 'Accept',
    decline: 'Decline',
    change: 'Change my choice about visitor statistics',
  },
} as const

type Group = keyof typeof DEFAULT_TEXT

/** Fills the missing and empty texts of a group with the defaults. */
export function withDefaultText<Texts extends object>(group: Group, texts: Texts | null): Texts {
  const nonEmpty = Object.entries(texts ?? {}).filter(([, text]) => String(text ?? '').trim())
  return { ...DEFAULT_TEXT[group], ...Object.fromEntries(nonEmpty) } as unknown as Texts
}
