// Every GROQ fragment that more than one query needs, each exactly once. Fields are always named.

/**
 * A document's own "Show from" and "Show until". `$now` is given with every query (store.server.ts); where it is null, as
 * in a preview, what waits for its time and what is over are there as well.
 */
export const isShown = `($now == null || (
  (!defined(showFrom) || dateTime(showFrom) <= dateTime($now)) && (!defined(showUntil) || dateTime(showUntil) > dateTime($now))))`

// Imports know no rules: a document without a title goes by its address, so that its page has a heading and a link to it words.
export const title = `"title": select(title > " " => title, slug.current)`

// An amount that nobody can pay, as imports leave them (below zero, parts of a cent, a price that the Studio refuses), is none.
const isAmount = (field: string) => `${field} > 0 && ${field} < 1000000000 && round(${field}, 2) == ${field}`
const price = `${isAmount('price')} && price <= 100000 => price`
// The Studio hides the one that a plan of this kind does not have; what was typed before its kind changed stays in it.
const cap = `kind != "bundle" && ${isAmount('cap')} => cap`
const credit = `kind == "bundle" && ${isAmount('credit')} => credit`

export const amounts = `"price": select(${price}), "cap": select(${cap}), "credit": select(${credit})`

export const planFields = `_id, ${title}, "slug": slug.current, kind, ${amounts}, summary, features`

/** What a text needs to quote a plan's figure. */
const quotedPlan = `
  "price": select(${isShown} && ${price}), "cap": select(${isShown} && ${cap}), "credit": select(${isShown} && ${credit})`

export const linkTarget = `_type, "slug": select(${isShown} => slug.current)`

export const link = `label, href, target->{ ${linkTarget} }`

// Texts are most of a page's data, so they say no more than is needed: keys only where marks point at them, marks only where
// there are some.
const spans = `
  _type, text, count(marks) > 0 => { marks },
  _type == "priceReference" => { show, plan->{ ${quotedPlan} } },
  _type == "settingReference" => { setting }`

const marked = (markDef: string) => `"markDefs": select(count(markDefs) > 0 => markDefs[]{ ${markDef} })`

export const inlineText = `_type, style, ${marked('_key, _type')}, children[]{ ${spans} }`

// Imports bring styles and lists of other systems, and lists as deep as a number can be: an unknown style is a paragraph's, an
// unknown list has bullets, and a level that no list has is the first.
export const richText = `
  _type, "style": select(style in ["h2", "h3", "h4", "h5", "h6", "blockquote"] => style, style == "h1" => "h2"),
  "listItem": select(listItem == "number" => listItem, listItem > "" => "bullet", null),
  "level": select(level in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] => level, 1),
  ${marked(`_key, _type, href, target->{ ${linkTarget} }`)},
  children[]{ ${spans} }`

const asset = `
  asset->{ _id, url, originalFilename, extension, "width": metadata.dimensions.width, "height": metadata.dimensions.height }`

/** An image field without words of its own: logos. */
export const image = asset

// Parts of a picture that lie outside of it, leave nothing of it or lack a number, as imports have them, are none: the image
// service would be asked for what it does not have. A hair's breadth is the Studio's own rounding.
const isPart = (field: string) => `${field} > -0.001 && ${field} < 1.001`
const hotspot = `"hotspot": select(${isPart('hotspot.x')} && ${isPart('hotspot.y')}
  && ${isPart('hotspot.width')} && ${isPart('hotspot.height')} => hotspot{ x, y, width, height })`
const crop = `"crop": select(${isPart('crop.top')} && ${isPart('crop.bottom')} && crop.top + crop.bottom < 0.99
  && ${isPart('crop.left')} && ${isPart('crop.right')} && crop.left + crop.right < 0.99 => crop{ top, bottom, left, right })`

export const picture = `alt, ${hotspot}, ${crop}, ${asset}`

export const figure = `value, label`

export const card = `title, text[]{ ${inlineText} }`

export const seo = `title, description, noIndex, picture{ ${picture} }`
