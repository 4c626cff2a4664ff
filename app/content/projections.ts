// The GROQ fragments that several queries share. A projection names every field.

/** Checks "Show from" and "Show until". The store passes `$now`. A preview passes null and sees every document. */
export const isVisible = `($now == null || (
  (!defined(showFrom) || dateTime(showFrom) <= dateTime($now)) && (!defined(showUntil) || dateTime(showUntil) > dateTime($now))))`

// Imported documents may lack a title. Their slug replaces it as heading and link text.
export const title = `"title": select(title > " " => title, slug.current)`

// Imports may contain invalid amounts: negative, with fractions of a cent, or above the Studio's limit.
const isAmount = (field: string) => `${field} > 0 && ${field} < 1000000000 && round(${field}, 2) == ${field}`
const price = `${isAmount('price')} && price <= 100000 => price`
// The Studio hides the field that this kind of plan lacks, but its old value may still be stored.
const cap = `kind != "bundle" && ${isAmount('cap')} => cap`
const credit = `kind == "bundle" && ${isAmount('credit')} => credit`

export const amounts = `"price": select(${price}), "cap": select(${cap}), "credit": select(${credit})`

export const planFields = `_id, ${title}, "slug": slug.current, kind, ${amounts}, summary, features`

/** The fields of a plan that a text may quote. */
const quotedPlan = `
  "price": select(${isVisible} && ${price}), "cap": select(${isVisible} && ${cap}), "credit": select(${isVisible} && ${credit})`

export const linkTarget = `_type, "slug": select(${isVisible} => slug.current)`

export const link = `label, href, target->{ ${linkTarget} }`

// Texts are most of a page's data, so empty marks and unused keys are left out.
const spans = `
  _type, text, count(marks) > 0 => { marks },
  _type == "priceReference" => { show, plan->{ ${quotedPlan} } },
  _type == "settingReference" => { setting }`

const marked = (markDef: string) => `"markDefs": select(count(markDefs) > 0 => markDefs[]{ ${markDef} })`

export const inlineText = `_type, style, ${marked('_key, _type')}, children[]{ ${spans} }`

// Imports may contain other styles, list types and levels. They become a paragraph, bullets and level 1.
export const richText = `
  _type, "style": select(style in ["h2", "h3", "h4", "h5", "h6", "blockquote"] => style, style == "h1" => "h2"),
  "listItem": select(listItem == "number" => listItem, listItem > "" => "bullet", null),
  "level": select(level in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] => level, 1),
  ${marked(`_key, _type, href, target->{ ${linkTarget} }`)},
  children[]{ ${spans} }`

const asset = `
  asset->{ _id, url, originalFilename, extension, "width": metadata.dimensions.width, "height": metadata.dimensions.height }`

/** An image field without an alternative text: logos. */
export const image = asset

// The image service rejects invalid crops and hotspots of imports. The tolerance covers the Studio's rounding.
const isPart = (field: string) => `${field} > -0.001 && ${field} < 1.001`
const hotspot = `"hotspot": select(${isPart('hotspot.x')} && ${isPart('hotspot.y')}
  && ${isPart('hotspot.width')} && ${isPart('hotspot.height')} => hotspot{ x, y, width, height })`
const crop = `"crop": select(${isPart('crop.top')} && ${isPart('crop.bottom')} && crop.top + crop.bottom < 0.99
  && ${isPart('crop.left')} && ${isPart('crop.right')} && crop.left + crop.right < 0.99 => crop{ top, bottom, left, right })`

export const picture = `alt, ${hotspot}, ${crop}, ${asset}`

export const figure = `value, label`

export const card = `title, text[]{ ${inlineText} }`

export const seo = `title, description, noIndex, picture{ ${picture} }`
