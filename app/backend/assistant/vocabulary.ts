/** Words that say nothing about the topic of a question. */
export const STOP_WORDS = `stupid dumb silly wheres whos hows whens theres im ive youre cant wont isnt arent doesnt didnt wasnt wouldnt shouldnt havent hasnt thats anytime anywhere
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
  you're your yours u ur r pls plz gonna wanna`

/** A US state, or a place with its abbreviation: “in Chicago, IL”, “near San Jose CA”. */
export const US_STATE =
  /\b(?:in )?(?:alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|nevada|new (?:hampshire|jersey|mexico|york)|(?:north|south) (?:carolina|dakota)|ohio|oklahoma|oregon|pennsylvania|rhode island|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|wyoming)\b|\b(?:in|near|around|for|cover|serve|service) (?:[a-z.'-]+ ){0,2}[a-z.'-]+(?:,? (?:ak|az|ca|ct|dc|fl|ga|ia|il|ks|ky|md|mi|mn|mo|ms|mt|nc|nd|ne|nh|nj|nm|nv|ny|ri|sc|sd|tn|tx|ut|vt|wa|wi|wv|wy)|, (?:al|ar|co|de|id|la|ma|oh|pa|va))\b/g
/** Without one of these words, a state is only the visitor's location. */
export const ASKS_WHERE_WE_WORK = /\b(cover|serv|work|operat|available|leads?\b|agents?\b)/

/** Phrases that stand for one word of the content. */
export const PHRASES: [RegExp, string][] = [
  [/\bmost (expensive|costly|pricey)\b/g, 'dearest'],
  [/\bmore (expensive|costly|pricey)\b/g, 'dearer'],
  [/\b(least expensive|lowest price)\b/g, 'cheapest'],
  [/\bhow much\b|(?<=\bleads?\b.{0,30})\bfree\b(?! to\b)/g, 'price'],
  [/\b(my )?money[ -]back\b|\bmy money\b/g, 'refund'],
  [/\bzip[ -]?codes?\b|\bpost(al)? ?codes?\b/g, 'zip'],
  [/\b(opt|opting)[ -]out\b|\bunsubscribe\b/g, 'stop'],
  [/\b(roll(ing)?[ -]?over|r[ua]n out|use (it |them )?by|good for)\b/g, 'expire'],
  [
    /\b((sign|signing) ?up|(lock|locked|tied|bound) (in|into|to|down)|long[ -]term|month to month)\b|\bcancel\w* .{0,12}\b(plan|subscription|membership|contract)s?\b|\bminimum (order|purchase|spend)\b/g,
    'subscribe contract',
  ],
  [/\b(credit|debit) cards?\b/g, 'card'],
  [/\be-mail/g, 'email'],
  [
    /\bto myself\b|\b(anybody|anyone|someone|nobody) else\b|\bother (agents?|realtors?|brokers?)\b|\b(only|just|all|really) (mine|me|my own)\b|\bmine\b|\b(do|will|would|can) (i|we) own\b/g,
    'exclusive',
  ],
  [
    /\b(go|going|gone|went) (quiet|silent|dark)\b|\b(doesn't|doesnt|does not|never|won't|wont|not) (answer|respond|pick)\w*|\bnever replies\b/g,
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
    /\b(office|business|opening|working|support) hours\b|\b(what|which|your) hours\b|\bwhen (are|is) .{0,20}\bopen\b|\breachable\b/g,
    'contact phone',
  ],
  [
    /\bhow (fast|quick|quickly|soon|long until)\b(?=.*\b(deliver\w*|receive|get|arrives?|come|start)\b)|\bhow (old|fresh|recent) (is|are)\b(?=.*\bleads?\b)/g,
    'delivery',
  ],
  [/\breal[ -]estate\b|\bfirst (?=leads?\b)/g, ''],
  [/\b(mail|send|write) (you )?(a )?(letters?|check|cheque|parcel)\b/g, 'postal address'],
  [/\b(return|give back|send back) .{0,8}\bleads?\b/g, 'replace lead'],
  [/\bhow (do|can) you (get|find|generate|source|make|produce) .{0,8}\bleads?\b/g, 'lead gen strategies'],
  [
    /\bguarantee\w*\b.{0,60}\b(clos(e|es|ing|ings)|deals?|sales?|sell|income|results?|commissions?)\b|\b(sales?|closings?|results?) .{0,20}\bguaranteed?\b/g,
    'promise result',
  ],
  [/\b(delete|erase|remove) (all )?(of )?my (data|info\w*|details|account)\b/g, 'delete data choice'],
  [/\bisas?\b/g, 'inside sales associate'],
]

/** The search replaces each synonym by the key. */
export const SYNONYMS: Record<string, string> = {
  price: 'cost fee pricing priced charge rate expensive cheap',
  refund: 'reimburse reimbursement',
  agent: 'realtor broker',
  zip: 'area territory',
  text: 'sms',
  verify: 'check vet vetted screen qualify checked',
  deliver: 'delivery delivered arrive',
  data: 'info information',
  home: 'house property',
  speed: 'fast quick quickly',
  bundle: 'package',
  ad: 'advertising advertise advert ads',
  delete: 'erase remove',
  invoice: 'bill receipt',
  compliance: 'comply compliant',
}

/** Words of the content, and related words that visitors use. A related word counts less. */
export const RELATED_WORDS: Record<string, string> = {
  'report wrong replace': 'wrong garbage bad fake junk bogus invalid incorrect disconnected dead',
  'report problem': 'terrible complain complaint dissatisfied unhappy issue defect',
  exclusive: 'share compete competition competitor resell own reserve',
  contract: 'commit commitment obligation agreement listed signed',
  'subscribe contract': 'monthly membership recurring',
  'stop contract decline': 'cancel',
  expire: 'lapse unused valid forever',
  address: 'located location office headquarters',
  contact: 'human person representative reach talk speak support',
  'data privacy': 'gdpr ccpa protect',
  'unpaid due': 'late overdue owe',
  standard: 'criteria requirement guideline',
  'check standard': 'qualify legit scam',
  'administrative assistance': 'secretary bookkeeping admin',
  'document coordination': 'paperwork',
  'marketing message': 'spam',
  'ad campaign marketing': 'facebook seo promote',
  'children adult': 'minor teenager underage kid',
  unresponsive: 'respond responding ghost unreachable voicemail',
  'security store': 'safe secure hack breach',
  'ar vr assistance': 'virtual tour',
}
