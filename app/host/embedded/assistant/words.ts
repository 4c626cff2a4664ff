/** Words that say nothing about what a question is about. */
const STOP_WORDS = new Set(
  `a about actually after afterwards again all also always am an and another any anyone anything are aren't around as ask at
  be because been before being between but by can can't cannot could couldn't did didn't do does doesn't doing don't dont done each either
  else ever every everything explain few for from get gets getting give given go goes going got guys had happen happened happens has have having he hear heard hello help her here hey hi
  him his how however i i'd i'll i'm i've if im in into is isn't it it's its just kind know last least let let's like little long
  lot made make makes many may maybe me mean might mine more most much must my need needs never next no not now of off ok okay on
  once one ones only or other our ours out over own please possible put question questions quite rather really right said same say says see
  seem send shall she should show since so some somebody someone something sort still such sure take tell than thank tip tips advice time good great best thanks that
  that's thats the their them then there there's these they they're thing things think this those though through to today too try
  under until up upon us use used using very via want wanted wants was way we we're well were what what's whats when where whether which
  while who who's whom whose why will wish with within without won't wonder wondering would wouldn't yes yet you you'd you'll
  you're your yours u ur r pls plz gonna wanna`.split(/\s+/),
)

const STATES =
  'alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new (?:hampshire|jersey|mexico|york)|(?:north|south) (?:carolina|dakota)|ohio|oklahoma|oregon|pennsylvania|rhode island|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming'

/** Phrases that stand for one word of the content. */
const PHRASES: [RegExp, string][] = [
  [/\bhow much\b/g, 'price'],
  [/\b(my )?money[ -]back\b|\bmy money\b/g, 'refund'],
  [
    /\bnon-?pay(ment|ing)\b|\b(don't|dont|do not|didn't|not|never|can't|cannot|won't|without) pay(ing)?\b/g,
    'unpaid',
  ],
  [/\bzip[ -]?codes?\b|\bpost(al)? ?codes?\b/g, 'zip'],
  [/\b(3|three)[ -]way\b/g, 'threeway'],
  [/\b(opt|opting)[ -]out\b/g, 'stop'],
  [/\b(roll(ing)?[ -]?over|r[ua]n out|use (it |them )?by|good for)\b/g, 'expire'],
  [/\b((sign|signing) ?up|(lock|locked|tied|bound) (in|into|to|down)|long[ -]term|month to month)\b/g, 'subscribe contract'],
  [/\bcredit cards?\b|\bdebit cards?\b/g, 'card'],
  [/\be-mail/g, 'email'],
  [
    /\bto myself\b|\b(anybody|anyone|someone|nobody) else\b|\bother (agents?|realtors?|brokers?)\b/g,
    'exclusive',
  ],
  [
    /\b(go|going|gone|went) (quiet|silent|dark)\b|\b(doesn't|does not|never|won't|not) (answer|respond|reply|pick)\w*/g,
    'unresponsive',
  ],
  [
    /\b(payment (methods?|options?|types?)|ways? (to|of) pay(ing)?|paypal|visa|mastercard|amex|(apple|google) pay)\b/g,
    'payment card wallet',
  ],
  [
    /\b(call|phone|ring|message|contact|write to|reach) (me|us|you|someone|somebody|back)\b|\bget in touch\b|\btalk to\b|\bspeak (to|with)\b/g,
    'contact',
  ],
  [
    new RegExp(
      `(?<=\\b(cover|serv|work|operat|available|leads?|agents?)\\w*\\b.{0,30})\\b(${STATES})\\b`,
      'g',
    ),
    'state',
  ],
  [new RegExp(`\\bin (${STATES})\\b`, 'g'), ''],
  [
    /\bhow (fast|quick|quickly|soon|long until)\b(?=.*\b(leads?|deliver\w*|receive|get|arrive|start)\b)/g,
    'delivery',
  ],
  [/\breal[ -]estate\b/g, ''],
  [/\b(one|single) lead\b/g, 'single lead'],
  [/\b(another|a new|a different) lead\b/g, 'replace lead'],
  [/\b(out of service|not real|not working|doesn't work|no longer)\b/g, 'wrong'],
  [/\b(turn(ed)? down|say no|pass on|back out|opt not)\b/g, 'decline'],
  [/\b(take me off|remove me|leave me alone)\b/g, 'stop'],
  [/\b(same|sold to|sell to) (leads?|others?|several|multiple|many)\b/g, 'exclusive lead'],
  [/\b(turnaround|lead time|how long (does|do|will|would) (it|they|i) (take|wait|have to wait))\b/g, 'delivery'],
  [/\b(office|business|opening|working) hours\b|\bwhen are you open\b|\breachable\b/g, 'contact phone'],
  [/\b(live )?(person|human|human being|representative)\b/g, 'human'],
]

/** Each line: words that mean the same here; all are read as the first. */
const SAME = `
  price cost fee pricing priced charge rate expensive cheap
  refund reimburse reimbursement
  agent realtor broker
  zip area territory
  text sms
  verify check vet vetted screen qualify checked
  deliver delivery delivered arrive
  data info information
  home house
  bundle package
  record recording recorded
  expire expiry expiration
  phone telephone
  assistance assistant va
  law legal
  ad advertising advertise advert ads
  delete erase remove
  invoice bill
  stop unsubscribe
  replace replacement swap
  compliance comply compliant
  chat chatbot bot`

/** What a visitor says, and what the content may call it; weaker than the word itself. */
const RELATED: Record<string, string> = {
  garbage: 'report problem wrong replace',
  bad: 'report problem wrong replace',
  fake: 'report wrong replace standard',
  junk: 'report wrong replace',
  bogus: 'report wrong replace',
  invalid: 'report wrong replace',
  incorrect: 'report wrong replace',
  disconnected: 'report wrong replace',
  dead: 'report wrong replace',
  wrong: 'report replace',
  terrible: 'report problem',
  complain: 'report problem',
  complaint: 'report problem',
  dissatisfied: 'report problem',
  unhappy: 'report problem',
  share: 'exclusive third party',
  compete: 'exclusive',
  competition: 'exclusive',
  competitor: 'exclusive',
  resell: 'exclusive',
  own: 'exclusive',
  reserve: 'exclusive',
  commit: 'contract',
  commitment: 'contract',
  obligation: 'contract',
  obligate: 'contract',
  agreement: 'contract',
  monthly: 'subscribe contract',
  membership: 'subscribe contract',
  recurring: 'subscribe contract',
  cancel: 'stop contract decline',
  reject: 'decline',
  refuse: 'decline',
  quit: 'stop',
  lapse: 'expire',
  unused: 'expire',
  valid: 'expire',
  deadline: 'within window',
  claim: 'accept',
  accept: 'reply',
  located: 'address',
  location: 'address',
  office: 'address',
  headquarters: 'address',
  human: 'contact',
  reach: 'contact',
  talk: 'contact',
  speak: 'contact',
  support: 'contact',
  nationwide: 'state',
  country: 'state',
  usa: 'state',
  company: 'brand',
  gdpr: 'data privacy',
  ccpa: 'data privacy',
  monitor: 'record',
  tape: 'record',
  listen: 'record',
  late: 'unpaid due',
  overdue: 'unpaid due',
  fine: 'suspend',
  penalty: 'suspend unpaid',
  ban: 'suspend',
  debt: 'collections unpaid',
  listed: 'contract',
  brokerage: 'partner',
  worth: 'value',
  guarantee: 'promise standard',
  definitely: 'promise',
  criteria: 'standard',
  requirement: 'standard',
  qualify: 'standard check',
  legit: 'check standard',
  genuine: 'motivation',
  process: 'step',
  wait: 'deliver',
  setup: 'flat',
  hidden: 'flat',
  extra: 'flat',
  try: 'buy',
  paperwork: 'document coordination',
  closings: 'closing',
  secretary: 'assistance',
  software: 'tool automation',
  technology: 'tool automation',
  testimonials: 'review',
  script: 'say word',
}

/** What is not what the verb means: the market is not marketing. */
const NOT_VERBS = new Set(['marketing', 'listing', 'listings', 'collections'])

/** The stem of an English word: enough that `prices`, `priced` and `pricing` are one. */
export function stem(word: string): string {
  let w = word.replace(/['’]s?$/, '')
  if (w.length <= 3 || NOT_VERBS.has(w)) return w
  if (w.endsWith('ies') || w.endsWith('ied')) w = `${w.slice(0, -3)}y`
  else if (w.endsWith('sses')) w = w.slice(0, -2)
  else if (/[^siu]s$/.test(w)) w = w.slice(0, -1)
  const bare = /^(.*[aeiouy].*?)(ing|ed)$/.exec(w)
  if (bare && bare[1]!.length >= 3) w = bare[1]!.replace(/([bdfgmnprt])\1$/, '$1')
  if (w.endsWith('ication')) w = `${w.slice(0, -7)}y`
  w = w.replace(/(?<=.{4})(ation|ment|ity|ly|ion)$/, '')
  w = w.replace(/(?<=.{3})e$/, '').replace(/(?<=.{4})at$/, '')
  return w.replace(/(?<=[^aeiou])y$/, 'i')
}

const CANONICAL = new Map(
  SAME.trim()
    .split('\n')
    .flatMap((line) => {
      const [first, ...others] = line.trim().split(/\s+/)
      return others.map((other) => [stem(other), stem(first!)] as const)
    }),
)

const canonical = (stemmed: string): string => CANONICAL.get(stemmed) ?? stemmed

const RELATED_TERMS = new Map(
  Object.entries(RELATED).map(([word, others]) => [
    canonical(stem(word)),
    others.split(' ').map((other) => canonical(stem(other))),
  ]),
)

/** The stems that a visitor may mean by one. */
export const relatedTerms = (term: string): string[] => RELATED_TERMS.get(term) ?? []

const simplify = (text: string): string => {
  let simple = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replace(/[‘’]/g, "'")
  for (const [phrase, word] of PHRASES) simple = simple.replace(phrase, ` ${word} `)
  return simple
}

/** Every word of a text, in order, stemmed; nothing left out. */
export const allTerms = (text: string): string[] =>
  (simplify(text).match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? []).map((word) => canonical(stem(word)))

/** The words of a text that say what it is about, stemmed, in order. */
export const terms = (text: string): string[] =>
  (simplify(text).match(/[\p{L}\p{N}][\p{L}\p{N}']*/gu) ?? [])
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .map((word) => canonical(stem(word)))

/** Words that the content may lack, but that are read as others. */
const READ_AS_OTHERS = [...CANONICAL.keys(), ...RELATED_TERMS.keys()]

/**
 * The word that a mistyped one most likely is: one of `known` (with how often it stands there), or one that is read as
 * such. Undefined for one that resembles none.
 */
export function correct(term: string, known: ReadonlyMap<string, number>): string | undefined {
  const found = nearest(term, known)
  if (found) return found
  const other = nearest(term, new Map(READ_AS_OTHERS.map((word) => [word, 1])))
  return other && canonical(other)
}

const FREQUENT = 20

function nearest(term: string, known: ReadonlyMap<string, number>): string | undefined {
  if (term.length < 4 || /\d/.test(term)) return undefined
  const allowed = term.length >= 9 ? 2 : 1
  let best: string | undefined
  let bestRank = 0
  for (const [candidate, frequency] of known) {
    if (candidate.length < 3 || candidate[0] !== term[0]) continue
    // A short word resembles many others: only one that is everywhere here is likely meant.
    if (term.length < 5 && frequency < FREQUENT) continue
    if (Math.abs(candidate.length - term.length) > allowed) continue
    const distance = editDistance(term, candidate)
    if (distance > allowed) continue
    const rank = (frequency + 1) / 10 ** distance
    if (rank > bestRank) [best, bestRank] = [candidate, rank]
  }
  return best
}

/** Edits between two words, a swap of neighbours counted as one. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let edits = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, rows[i - 2]![j - 2]! + 1)
      row.push(edits)
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
