const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const NUMBER_WORDS = new RegExp(
  `\\b(?:(${TENS.join('|')})(?:[ -](${ONES.slice(1, 10).join('|')}))?|(${ONES.join('|')}))\\b`,
  'g',
)
const SCALES: Record<string, number> = { hundred: 100, k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 }
/** `1,499`, `1.499,00`, `99.50`, `1.5k`, `2 million` */
const NUMBER =
  /(?<![\p{L}\p{N}.,])([1-9]\d{0,2}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?(?: ?(hundred|thousand|million)\b|([km])(?![\p{L}\p{N}]))?(?![.,]?\d)/gu
const WORD = /\d+(?:\.\d{1,2}(?!\.?\d))?|[\p{L}\p{N}]+/gu
const HYPHENATED = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu
const PHONE = /(?<![\p{L}\p{N}])[+(]*\d[\d ().-]{5,}\d(?![\p{L}\p{N}])/gu

/** Lower case, without accents, apostrophes and invisible characters. */
const normalize = (text: string): string =>
  text
    .replace(/(?<=\p{L})['`\u00b4\u2018\u2019\u02bc\uff07](?=\p{L})|[\u00ad\u200b-\u200d\u2060]/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/\u2010/g, '-')
    .toLowerCase()

/** Converts numbers to digits: `two hours` becomes `2 hours`, `$1.5k` becomes `$1500`. */
const numbersToDigits = (text: string): string =>
  text
    .replace(NUMBER_WORDS, (_words, ten: string, one: string, small: string) =>
      String(small ? ONES.indexOf(small) : 20 + 10 * TENS.indexOf(ten) + Math.max(0, ONES.indexOf(one))),
    )
    .replace(NUMBER, (number, whole: string, decimals?: string, word?: string, letter?: string) => {
      const scale = SCALES[word ?? letter ?? '']
      if (!scale && !decimals && /^\d+$/.test(whole)) return number // keeps leading zeros, as of ZIP codes
      const value = Number(`${whole.replace(/\D/g, '')}.${decimals ?? 0}`) * (scale ?? 1)
      return String(Math.round(value * 100) / 100)
    })

/** The words of a text, in order. */
export const searchWords = (text: string): string[] => numbersToDigits(normalize(text)).match(WORD) ?? []

/** The words of a text, and each hyphenated word and phone number as one term. */
export function searchTerms(text: string): string[] {
  const simple = normalize(text)
  const words = numbersToDigits(simple)
  const hyphenated = words.split(/\s/).flatMap((part) => (part.includes('-') && part.match(HYPHENATED)) || [])
  const phones = simple.match(PHONE) ?? []
  return [
    ...(words.match(WORD) ?? []),
    ...hyphenated.map((word) => word.replaceAll('-', '')),
    ...phones.map((phone) => phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '')),
  ]
}
