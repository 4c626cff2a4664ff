/** Longer messages are refused, politely. */
export const MOST_MESSAGE_CHARS = 2_000

export type Manner = 'task' | 'injection' | 'rude' | 'language' | 'greeting' | 'thanks' | 'self'

/** Said of somebody else than the assistant: “what if I ignore the 48-hour rule”, “what should I say exactly”. */
const OF_OTHERS = String.raw`(?<!\b(?:i|you|we|they|who|agents?|sellers?|buyers?|leads?|associates?) )`
const INJECTION = [
  new RegExp(
    String.raw`${OF_OTHERS}\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instruction|instructions|prompt|prompts|rules?|guidelines?|everything|above|previous|all you|what you)\b`,
    'i',
  ),
  /\b(system|hidden|initial|secret) (prompt|instructions?|message)\b/i,
  /\byour (prompt|instructions)\b/i,
  /\b(you are|you're|act|behave|respond) (now|as if)\b|\bpretend (to be|that|you)\b|\brole ?play\b|\bact as (a|an|my|the)\b/i,
  /\bfrom now on,? (you|answer|respond|reply|act|speak|talk|be|say|only)\b|\byou (are|will be|must)\b.{0,40}\bfrom now on\b/i,
  /\bjailbreak|\bdeveloper mode\b|\bDAN\b|\bdo anything now\b/,
  /<\/?[a-z!][^>]*>|\bjavascript:|\{\{|\]\(|<\|/i,
  new RegExp(
    String.raw`${OF_OTHERS}\b(repeat|say|reply|respond|answer|output|print)\b.{0,20}\b(after me|exactly|only with|the following|verbatim)\b`,
    'i',
  ),
  /\b(drop|select|union|delete) (table|from|all|\*)\b|' or '?1'?='?1/i,
]
/** Work that an assistant elsewhere might do. A review is written here. */
const TASK =
  /\b(write|compose|translate|summari[sz]e|solve|code|program|sing|draw)\b( me| us| for me)? (a|an|the|my|some|this|it)\b(?! review)|\bhomework\b/i
const RUDE =
  /\b(fuck\w*|shit\w*|bullshit|bitch\w*|asshole\w*|bastard\w*|dick(head)?|cunt\w*|idiot\w*|moron\w*|(stupid|dumb)(?! question)|dumbass|shut up|screw you|go to hell|crap(py)?|retard\w*|piss off|stfu|wtf|you suck|useless (bot|thing|piece))\b/i
const GREETING =
  /^(hi|hello|hey|howdy|yo|good (morning|afternoon|evening|day)|greetings|hi there|hello there|hey there)( (keyturn|bot|assistant|team|there|everyone|guys))?$/
const THANKS =
  /^(ok |okay |great |perfect |cool |awesome )*(thanks|thank you|thx|ty|bye|goodbye|see you|cheers|great|perfect|cool|ok|okay|awesome)( (so much|very much|a lot|bye|again|you))*$/
const SELF =
  /\b(are you|am i (talking|speaking|chatting) (to|with)) (a |an )?(real |actual )?(bot|robot|human|person|ai|machine)\b|\bwho (are you|am i (talking|chatting|speaking)(?!.*\bcall\b))\b|\bwhat can you (do|help)|\bwhat are you\b|\bhow (old|are) (are )?you\b|^help$/i

/** Words that English has, or that stand in its addresses: Chicago IL, Detroit MI, Marina del Rey, PO box, 9:00 EST. */
const ENGLISH_TOO = 'die was como un des me con ne a il mi del po est'.split(' ')
/** Little words of other languages that English lacks. */
const FOREIGN = new Set(
  `una unos cuanto cuánto cuesta cuestan precio qué cómo como está donde dónde puedo quiero necesito hola gracias para por con del es mi su usted ustedes comprar vender casa reembolso
  le les un une des du est sont combien coûte coute prix comment où je vous nous avec pour dans bonjour merci acheter vendre maison remboursement quel quelle pouvez puis
  der die das ein eine ist sind wie viel wieviel kostet kosten preis was wo ich wir ihr euch ihnen mit für und nicht bitte danke hallo kann kaufen verkaufen haus bei gibt
  quanto custa preço preco onde você vocês obrigado olá comprar ola uma não meu il lo gli costa prezzo dove posso voglio grazie ciao sono
  hoeveel kost het een wat waar ik jullie ile kosztuje jak czy jest nasıl ne kadar magkano ang mga po ba bao nhiêu`
    .split(/\s+/)
    .filter((word) => !ENGLISH_TOO.includes(word)),
)
const ENGLISH = new Set(
  `the is are what how do does can i you we my your a an of to in for and or it that this with if when where who why much many not have
  has will would should could about get want need please there any be was on at from me us`.split(/\s+/),
)

/** What kind of message it is, beside a question that the content may answer; undefined for such a question. */
export function mannerOf(message: string): Manner | undefined {
  if (INJECTION.some((pattern) => pattern.test(message))) return 'injection'
  if (TASK.test(message)) return 'task'
  if (RUDE.test(message)) return 'rude'
  if (isForeign(message)) return 'language'
  const plain = message
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (GREETING.test(plain)) return 'greeting'
  if (THANKS.test(plain)) return 'thanks'
  if (SELF.test(message.trim())) return 'self'
  return undefined
}

function isForeign(message: string): boolean {
  const letters = message.match(/\p{L}/gu) ?? []
  const latin = message.match(/\p{Script=Latin}/gu) ?? []
  if (letters.length > 0 && latin.length < letters.length * 0.6) return true
  if (/[¿¡]/.test(message)) return true
  const words = message.toLowerCase().match(/\p{L}+/gu) ?? []
  const foreign = words.filter((word) => FOREIGN.has(word)).length
  const english = words.filter((word) => ENGLISH.has(word)).length
  return foreign >= 2 ? foreign > english : foreign === 1 && english === 0 && words.length >= 3
}
