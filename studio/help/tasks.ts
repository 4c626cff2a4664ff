/** The texts of the Help tool. Text in “…” is a label exactly as on the screen; a test follows the labels. */
export type HelpTopic = { title: string; steps: string[] }

export const TASKS: HelpTopic[] = [
  {
    title: 'Change a price',
    steps: [
      'Open “Structure” at the top, then “Plans and prices”, then “Lead rates” or “Prepaid bundles”.',
      'Open the plan and type the amount in “Price (USD)”.',
      'Press “Publish”. If the price changes by more than a quarter, the Studio asks whether you mean it.',
      'Cards, answers, checkout and chat show the new price within a second.',
    ],
  },
  {
    title: 'Correct a text on a page',
    steps: [
      'Open “Structure”, then “Pages”, then the page.',
      'Click the block with the text, correct it, and close the dialog.',
      'Press “Publish”.',
      'Or open “See the site”, and click the text on the page: its field opens beside it.',
    ],
  },
  {
    title: 'Add a question to the FAQ',
    steps: [
      'Open “Structure”, then “FAQ”, and press + above the list.',
      'Fill in “Question” and “Answer”. For a price, insert “Price of a plan” from the menu above the text.',
      'The question comes last. To move it up, lower the number in “Place in the list”.',
      'Press “Publish”.',
    ],
  },
  {
    title: 'Replace an image of the home page’s slideshow',
    steps: [
      'Open “Structure”, then “Pages”, then “Home”.',
      'Click the block “Hero slideshow for the home page”, and under “Images” the image.',
      'Open the menu at the corner of the image and choose “Upload”.',
      'Change “Alternative text” to what the new image shows, and close the dialog.',
      'Press “Publish” when the upload is complete.',
    ],
  },
  {
    title: 'Publish an article on Monday at 9:00',
    steps: [
      'Open “Structure”, then “Articles”, then the article.',
      'Open “When it is shown” and fill in “Show from”, in your own time zone.',
      'Press “Publish” now. The site shows the article at that time.',
    ],
  },
  {
    title: 'Take a plan off sale',
    steps: [
      'Open “Structure”, then “Plans and prices”, the list, and the plan.',
      'Press “Published” above the form, then “Unpublish” at the bottom.',
      'Read which texts quote the plan, and confirm. They then say that the plan is not on sale.',
      'To end the sale at a certain time instead, fill in “Show until” and publish.',
    ],
  },
  {
    title: 'Add a landing page',
    steps: [
      'Open “Structure”, then “Pages”, and press + above the list.',
      'Fill in “Title” and press “Generate” beside “Address”.',
      'Under “Blocks”, press “Add item...” and choose a block by its thumbnail. Fill it in and close the dialog.',
      'Press “Publish”. The page is at its address at once. To link it in the menu, open “Settings” and “Navigation”.',
    ],
  },
  {
    title: 'Update the refund policy',
    steps: [
      'Open “Structure”, then “Policies”, then “Refund Policy”.',
      'Change the text and press “Publish”.',
      'Choose the date “In force from” and confirm. The earlier text stays readable at an address with its date.',
    ],
  },
  {
    title: 'Hide a review',
    steps: [
      'Open “Inbox” at the top, then “Reviews”.',
      'Press “Hide” in the row of the review. Visitors no longer see it. “Show” brings it back.',
    ],
  },
  {
    title: 'Find who agreed to text messages',
    steps: [
      'Open “Inbox”, then “Consents”.',
      'Choose “Text messages” under “Consent”. Search by name, e-mail or phone.',
      'Press “Evidence” to read what the person agreed to, word for word.',
    ],
  },
  {
    title: 'Measure visitors',
    steps: [
      'Open “Structure”, then “Settings”, then “Measuring visitors”.',
      'Choose a provider and fill in “Account”.',
      'Name the provider in the privacy policy.',
      'Press “Publish”. To stop, choose “None” and publish again.',
    ],
  },
]

export const TOPICS: HelpTopic[] = [
  {
    title: 'Drafts and publishing',
    steps: [
      'The Studio saves a draft while you type. Visitors see the published version until you press “Publish”.',
      'The badge beside “Publish” asks the site which version it shows: “Live”, or what is wrong.',
      'The Studio keeps every version: “History” in the menu above a document shows who changed what, and restores it. After you delete a document, go back in the browser to restore it.',
      'Only editors see comments and tasks.',
      'The Studio warns before you close the window while something is not saved, such as an upload.',
    ],
  },
  {
    title: 'One place for each fact',
    steps: [
      'Type a price only in its plan. In a text, insert “Price of a plan” from the menu above the text.',
      'Brand, e-mail, phone and addresses are in “Settings”. In a text, insert “Brand or contact data”.',
      'A text with a typed amount offers a button that replaces it by the price of the plan.',
    ],
  },
  {
    title: 'Preview',
    steps: [
      '“See the site” shows the site with all drafts while you type. A click on a text, price or image opens its field.',
      '“Share preview” in the menu beside “Publish” makes a link to a page, policy or article for people without access to the Studio. It expires after an hour, a day or a week.',
      'A page, plan, question, article, policy or partner says above its fields which pages show it.',
    ],
  },
  {
    title: 'Publish later, or several documents together',
    steps: [
      '“Show from” and “Show until” show and hide a published document on time, in your own time zone.',
      '“Schedule publish” in the menu beside “Publish” publishes one draft at a time that you choose.',
      'A release publishes several documents together. Create it under “Releases” at the top, and choose it at the top right instead of “Drafts”. What you change then goes into the release, and the Studio checks it like a draft.',
    ],
  },
  {
    title: 'Policies, consents and redirects',
    steps: [
      'When a policy or a consent changes, the Studio asks from when it is in force. The earlier text stays readable on the site, at an address that ends with its date, and under “Earlier texts”.',
      'When the address of a published page changes, the Studio offers a redirect from the old one. A page in the navigation moves only with a redirect.',
      'A redirect works as soon as it is published.',
    ],
  },
  {
    title: 'Search engines and shared links',
    steps: [
      '“Search and sharing” in a page, policy or article sets title, description and image for search results and shared links, or keeps the page out of search engines.',
      'If it is empty, the site uses the texts of the page and makes an image.',
    ],
  },
  {
    title: 'Inbox',
    steps: [
      '“Inbox” has the enquiries, reviews, purchases and consents of visitors, with search, filters and a download as CSV (times in UTC).',
      'When one visitor sends many reviews in a day, the further ones wait for approval there.',
      'Find a purchase by name, plan or PayPal’s numbers. “Send receipt again” mails the receipt once more. The CSV has what bookkeeping needs, with refunds.',
    ],
  },
]
