// What the assistant knows of the visitors’ English; lines may be added as questions come in.

/** Words that say nothing about what a question is about. */
export const STOP_WORDS = new Set(
  `wheres whos hows whens theres im ive youre cant wont isnt arent doesnt didnt wasnt wouldnt shouldnt havent hasnt thats anytime anywhere
  turn turned turns told tells mean means meaning exactly basically currently typically usually normally generally specific specifically certain
  able begin entire every whole simply honestly literally curious interested thinking planning trying hope hoping guess bit stuff soon later
  a about actually already after afterwards again all also always am an and another any anyone anything are aren't around as ask at
  allow allowed bring come comes coming find learn look looking offer offers offering provide provides read require required requires show understand
  be because been before being between but by can can't cannot could couldn't did didn't do does doesn't doing don't dont done each either
  else ever every everything explain few for from get gets getting give given go goes going got guys had happen happened happens has have having he hear heard hello help her here hey hi
  him his how however i i'd i'll i'm i've if im in into is isn't it it's its just kind know last least let let's like little long
  lot made make makes many may maybe me mean might mine more most much must my need needs never next no not now of off ok okay on
  once one ones only or other our ours out over own please possible put question questions quite rather really right said same say says see
  seem send shall she should show since so some somebody someone something sort still such sure take tell than thank tip tips advice time good great best thanks that
  that's thats the their them then there there's these they they're thing things think this those though through to today too two three four five several try
  under until up upon us use used using very via want wanted wants was way we we're well were what what's whats when where whether which
  while who who's whom whose why will wish with within without won't wonder wondering would wouldn't yes yet you you'd you'll
  you're your yours u ur r pls plz gonna wanna`.split(/\s+/),
)

/** A state of the USA, with or without the word before it, or a place with its letters: “in Chicago, IL”, “near San Jose CA”. */
export const STATE =
  /\b(?:in )?(?:alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new (?:hampshire|jersey|mexico|york)|(?:north|south) (?:carolina|dakota)|ohio|oklahoma|oregon|pennsylvania|rhode island|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming)\b|\b(?:in|near|around|for|cover|serve|service) (?:[a-z.'-]+ ){0,2}[a-z.'-]+(?:,? (?:ak|az|ca|ct|dc|fl|ga|ia|il|ks|ky|md|mi|mn|mo|ms|mt|nc|nd|ne|nh|nj|nm|nv|ny|ri|sc|sd|tn|tx|ut|vt|wa|wi|wv|wy)|, (?:al|ar|co|de|id|la|ma|oh|pa|va))\b/g
/** With such a word the question is where we work; otherwise the state is just where the visitor is. */
export const SERVES = /\b(cover|serv|work|operat|available|leads?\b|agents?\b)/

/** Phrases that stand for one word of the content. */
export const PHRASES: [RegExp, string][] = [
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
  [
    /\b((sign|signing) ?up|(lock|locked|tied|bound) (in|into|to|down)|long[ -]term|month to month)\b/g,
    'subscribe contract',
  ],
  [/\bcredit cards?\b|\bdebit cards?\b/g, 'card'],
  [/\be-mail/g, 'email'],
  [
    /\bto myself\b|\b(anybody|anyone|someone|nobody) else\b|\bother (agents?|realtors?|brokers?)\b/g,
    'exclusive',
  ],
  [
    /\b(go|going|gone|went) (quiet|silent|dark)\b|\b(doesn't|doesnt|does not|never answers|won't|wont|not) (answer|respond|pick)\w*|\bnever (answers|responds|picks|replies)/g,
    'unresponsive',
  ],
  [
    /\b(payment (methods?|options?|types?)|ways? (to|of) pay(ing)?|pay with|paypal|mastercard|amex|american express|visa cards?|(apple|google) pay)\b/g,
    'payment card wallet',
  ],
  [
    /\b(call|phone|ring|message|contact|write to|reach) (me|us|you|someone|somebody|back)\b|\bget in touch\b|\btalk to\b|\bspeak (to|with)\b/g,
    'contact',
  ],
  [
    /\bhow (fast|quick|quickly|soon|long until)\b(?=.*\b(deliver\w*|receive|get|arrives?|come|start)\b)/g,
    'delivery',
  ],
  [/\breal[ -]estate\b/g, ''],
  [/\b(mail|send|write) (you )?(a )?(letters?|check|cheque|parcel)\b/g, 'postal address'],
  [/\boff[ -](the )?market\b/g, 'offmarket'],
  [/\b(only|just|all|really) (mine|me|my own)\b|\bmine\b/g, 'exclusive'],
  [/\bfor free\b|\bfree (?=leads?|trial)/g, 'price'],
  [/\b(one|single) lead\b/g, 'single lead'],
  [/\b(another|a new|a different) lead\b/g, 'replace lead'],
  [/\b(out of service|not real|not working|doesn't work|no longer)\b/g, 'wrong'],
  [/\b(turn(ed)? down|say no|pass on|back out|opt not)\b/g, 'decline'],
  [/\b(take me off|remove me|leave me alone)\b/g, 'stop'],
  [/\bcancel\w* .{0,12}\b(plan|subscription|membership|contract)s?\b/g, 'subscribe contract'],
  [/\bcancel\w* .{0,12}\b(order|purchase|bundle|payment)s?\b/g, 'refund'],
  [/\b(return|give back|send back) .{0,8}\bleads?\b/g, 'replace lead'],
  [/\b(do|will|would|can) (i|we) own\b/g, 'exclusive'],
  [
    /\bhow (do|can) you (get|find|generate|source|make|produce) .{0,8}\bleads?\b|\bwhere (do|are) .{0,12}\bleads? (come from|from)\b|\bsource of .{0,8}\bleads?\b/g,
    'lead gen strategies',
  ],
  [/\bhow (old|fresh|recent) (is|are) .{0,8}\bleads?\b/g, 'delivery verification'],
  [/\b(info\w*|details?|data) .{0,12}\b(comes?|included?) with .{0,8}\bleads?\b/g, 'lead quality standards'],
  [/\bminimum (order|purchase|spend)\b/g, 'contract'],
  [/\b(same|sold to|sell to) (leads?|others?|several|multiple|many)\b/g, 'exclusive lead'],
  [
    /\b(turnaround|lead time|how long (does|do|will|would) (it|they|i) (take|wait|have to wait))\b/g,
    'delivery',
  ],
  [
    /\b(office|business|opening|working|support) hours\b|\b(what|which|your) hours\b|\bwhen (are|is) .{0,20}\bopen\b|\breachable\b/g,
    'contact phone',
  ],
  [
    /\bguarantee\w*\b.{0,60}\b(clos(e|es|ing|ings)|deals?|sales?|sell|income|results?|commissions?)\b|\b(sales?|closings?|results?) .{0,20}\bguaranteed?\b/g,
    'promise result',
  ],
  [/\b(il)?legal(ly)? (?=(to )?(call|text|contact|message)\b)/g, 'comply '],
  [/(?<=\bleads?\b.{0,30})\bfree\b(?! to\b)/g, 'price'],
  [/\bfirst (?=leads?\b)/g, ''],
  [/\b(delete|erase|remove) (all )?(of )?my (data|info\w*|details|account)\b/g, 'delete data choice'],
  [/\bisas?\b/g, 'inside sales associate'],
  [/\b(live )?(person|human|human being|representative)\b/g, 'human'],
]

/** Each line: words that mean the same here; all are read as the first. */
export const SAME = `
  price cost fee pricing priced charge rate expensive cheap
  refund reimburse reimbursement
  agent realtor broker
  zip area territory
  text sms
  verify check vet vetted screen qualify checked
  deliver delivery delivered arrive
  data info information
  home house property
  speed fast quick quickly
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
export const RELATED: Record<string, string> = {
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
  guideline: 'standard',
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
  spam: 'marketing message',
  testimonials: 'review',
  feedback: 'review',
  minor: 'children adult',
  kid: 'children',
  teenager: 'children adult',
  underage: 'children adult',
  copy: 'content permission',
  reuse: 'content permission',
  copyright: 'content permission',
  letter: 'postal address mail',
  forever: 'expire',
  keep: 'never',
  person: 'prospect',
  client: 'prospect',
  signed: 'contract',
  respond: 'unresponsive',
  responding: 'unresponsive',
  ghost: 'unresponsive',
  unreachable: 'unresponsive',
  voicemail: 'unresponsive miss',
  dispute: 'decline',
  argue: 'decline',
  issue: 'report problem',
  defect: 'report problem',
  scam: 'check standard',
  liable: 'liability',
  sue: 'court law liability',
  lawsuit: 'court law',
  hack: 'security',
  safe: 'security store',
  secure: 'security',
  breach: 'security',
  protect: 'security data',
  track: 'cookie data',
  login: 'account',
  register: 'account',
  deposit: 'prepaid',
  upfront: 'prepaid',
  prepay: 'prepaid',
  discount: 'save credit',
  currency: 'dollar',
  receipt: 'invoice',
  owe: 'pay unpaid',
  ownership: 'owner',
  spouse: 'owner authority',
  divorce: 'owner',
  timeline: 'month',
  training: 'playbook',
  coach: 'playbook',
  prepare: 'before',
  improve: 'practice',
  bookkeeping: 'administrative assistance',
  admin: 'administrative assistance',
  schedule: 'calendar schedul',
  calendar: 'schedul',
  vr: 'ar',
  tour: 'ar vr',
  virtual: 'ar vr assistance',
  facebook: 'ad campaign',
  seo: 'marketing',
  promote: 'marketing',
  script: 'say word',
}
