import type { Knowledge } from '#app/content/knowledge.ts'

const MAX_MESSAGE_CHARS = 2_000

export type MessageKind = 'too-long' | 'off-topic' | 'rude' | 'language' | 'greeting' | 'thanks' | 'self'

/** Instructions to the assistant and requests for other work. “What should I say exactly” is neither. */
const INJECTION = [
  /(?<!\b(?:i|you|we|they|who|agents?|sellers?|buyers?) )\b(ignore|disregard|forget|override|bypass)\b.{0,40}\b(instructions?|prompt|rules?|guidelines?|everything|above|previous)\b/i,
  /(?<!\b(?:i|you|we|they|who|agents?|sellers?|buyers?) )\b(repeat|say|reply|answer|print|output)\b.{0,20}\b(after me|exactly|verbatim)\b/i,
  /\b(system|hidden|initial|secret|new|your) (prompt|instructions?)\b|\byou are now\b|\bpretend (to be|that|you)\b|\bact as (a|an|my|the)\b/i,
  /\bfrom now on,? (you|answer|respond|reply|act|speak|talk|say|only)\b|\byou (are|will be|must)\b.{0,40}\bfrom now on\b/i,
  /\b(write|compose|translate|summari[sz]e|solve|sing|draw)\b( me| us)? (a|an|the|my|some|this|it)\b(?! review)/i,
]
const RUDE =
  /\b(fuck\w*|shit\w*|bullshit|bitch\w*|asshole\w*|bastard\w*|idiot\w*|moron\w*|(stupid|dumb) (bot|thing|site|assistant)|dumbass|shut up|screw you|go to hell|crap(py)?|piss off|stfu|wtf|you suck|useless (bot|thing|piece))\b/i
const GREETING =
  /^(hi|hello|hey|howdy|yo|good (morning|afternoon|evening|day)|greetings)( (keyturn|bot|assistant|team|there|everyone|guys))?$/
const THANKS =
  /^(ok |okay |great |perfect |cool |awesome )*(thanks|thank you|thx|ty|bye|goodbye|see you|cheers|great|perfect|cool|ok|okay|awesome)( (so much|very much|a lot|bye|again|you))*$/
const SELF =
  /\b(are you|am i (talking|speaking|chatting) (to|with)) (a |an )?(real |actual )?(bot|robot|human|person|ai|machine)\b|\bwho are you\b|\bwhat can you (do|help)|\bwhat are you\b|\bhow are you\b|^help$/i
/** Short Spanish, Portuguese, French, German and Italian words that English does not have. */
const FOREIGN =
  /(?<!\p{L})(una|unos|cu[aá]nto|cuesta|qu[eé]|c[oó]mo|est[aá]|d[oó]nde|puedo|quiero|necesito|hola|gracias|para|por|comprar|vender|le|les|une|sont|combien|coûte|je|vous|pour|bonjour|merci|der|das|ein|eine|ist|wie|viel|kostet|ich|wir|ihr|und|nicht|bitte|quanto|custa|onde|você|obrigado|gli|dove|posso|voglio|grazie|ciao)(?!\p{L})/giu

/** Returns the kind of a message that is not a question to the content; undefined for a question. */
export function messageKindOf(message: string): MessageKind | undefined {
  if (message.length > MAX_MESSAGE_CHARS) return 'too-long'
  if (INJECTION.some((pattern) => pattern.test(message))) return 'off-topic'
  if (RUDE.test(message)) return 'rude'
  if (isForeign(message)) return 'language'
  const plain = message
    .toLowerCase()
    .replace(/[^\p{L}\p{N}']+/gu, ' ')
    .trim()
  if (GREETING.test(plain)) return 'greeting'
  if (THANKS.test(plain)) return 'thanks'
  return SELF.test(plain) ? 'self' : undefined
}

function isForeign(message: string): boolean {
  const letters = message.match(/\p{L}/gu) ?? []
  const otherScripts = message.match(/[^\P{L}\p{Script=Latin}]/gu) ?? []
  return otherScripts.length > letters.length * 0.4 || (message.match(FOREIGN) ?? []).length >= 2
}

/** Returns the fixed reply to a kind of message. `undefined` is a question that the content does not answer. */
export function replyTo(
  kind: MessageKind | undefined,
  { brand, contactPath, pricingPath }: Knowledge,
): string {
  const offer = `I can help with our lead rates and prepaid bundles (${pricingPath}), how leads are verified and delivered, replacements and refunds, and our policies and services. For anything else, our team is glad to help: ${contactPath}`
  switch (kind) {
    case 'too-long':
      return `That is more than I can read at once. Please ask in fewer words, or write to our team: ${contactPath}`
    case 'greeting':
      return `Hello! ${offer}`
    case 'thanks':
      return `You’re welcome. If there is anything else, just ask, or reach our team: ${contactPath}`
    case 'self':
      return `I’m ${brand}’s assistant: software that answers from this site’s own pages. ${offer}`
    case 'rude':
      return `I’m sorry that this is frustrating. ${offer}`
    case 'language':
      return `I can only answer in English so far. ${offer}`
    case 'off-topic':
      return `I only answer questions about ${brand}. ${offer}`
    default:
      return `I don’t have an answer to that. ${offer}`
  }
}
