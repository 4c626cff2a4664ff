/**
 * The dollars in what an editor typed, with or without the sign and commas; undefined where it can't be told. Three digits
 * behind a comma are thousands, one or two are cents; behind a point, three are either.
 */
export function amountOf(typed: string): number | undefined {
  const text = typed.replace(/[\s$]/g, '')
  if (/^-?[1-9]\d{0,2}\.\d{3}$/.test(text)) return undefined
  const parts = /^(-?(?:\d{1,3}(?:,\d{3})+|\d+))(?:(?:\.|,(?=\d{1,2}$))(\d*))?$/.exec(text)
  return parts ? Number(`${parts[1]?.replaceAll(',', '')}.${parts[2] ?? ''}`) : undefined
}
