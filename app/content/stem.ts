/** Words with another meaning than their stem: marketing is not a market. */
const NOT_VERBS = new Set(['marketing', 'listing', 'listings', 'collections'])

/** The stem of an English word: `prices`, `priced` and `pricing` have the same. */
export function stem(word: string): string {
  let w = word.replace(/['\u2019]s?$/, '')
  if (w.length <= 3 || NOT_VERBS.has(w)) return w
  if (w.endsWith('ies') || w.endsWith('ied')) w = `${w.slice(0, -3)}y`
  else if (w.endsWith('sses')) w = w.slice(0, -2)
  else if (/[^siu]s$/.test(w)) w = w.slice(0, -1)
  const bare = /^(.*[aeiouy].*?)(ing|ed)$/.exec(w)
  if (bare && bare[1]!.length >= 3) w = bare[1]!.replace(/([bdfgmnprt])\1$/, '$1')
  if (w.endsWith('ication')) w = `${w.slice(0, -7)}y`
  w = w.replace(/(?<=.{4})(ation|ment|ance|ence|able|ible|ity|ly|ion)$/, '')
  w = w.replace(/(?<=.{3})e$/, '').replace(/(?<=.{4})at$/, '')
  return w.replace(/(?<=[^aeiou])y$/, 'i')
}
