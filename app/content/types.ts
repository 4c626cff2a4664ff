import type {
  ARTICLE_QUERY_RESULT,
  ASSISTANT_QUERY_RESULT,
  CONSENT_VERSIONS_QUERY_RESULT,
  PAGE_QUERY_RESULT,
  PLAN_QUERY_RESULT,
  POLICY_QUERY_RESULT,
  POLICY_VERSION_QUERY_RESULT,
  REDIRECTS_QUERY_RESULT,
  SEARCH_WORDS_QUERY_RESULT,
  SETTINGS_QUERY_RESULT,
} from '#app/content/types.generated.ts'

export type Settings = NonNullable<SETTINGS_QUERY_RESULT>
export type Page = NonNullable<PAGE_QUERY_RESULT>
export type Policy = NonNullable<POLICY_QUERY_RESULT>
export type PolicyVersion = NonNullable<POLICY_VERSION_QUERY_RESULT>
export type ConsentVersion = CONSENT_VERSIONS_QUERY_RESULT[number]
export type Redirect = REDIRECTS_QUERY_RESULT[number]
export type Article = NonNullable<ARTICLE_QUERY_RESULT>
export type Assistant = NonNullable<ASSISTANT_QUERY_RESULT>
export type SearchWords = NonNullable<SEARCH_WORDS_QUERY_RESULT>
export type Plan = NonNullable<PLAN_QUERY_RESULT>

export type Block = NonNullable<Page['blocks']>[number]
/** One kind of block. */
export type BlockOf<Type extends Block['_type']> = Extract<Block, { _type: Type }>

export type InlineText = NonNullable<BlockOf<'heroSlideshow'>['heading']>
export type RichText = NonNullable<BlockOf<'prose'>['text']>
export type Picture = NonNullable<BlockOf<'appreciation'>['picture']>
export type ImageAsset = NonNullable<Picture['asset']>
export type Link = NonNullable<Settings['headerButton']>
export type LinkTarget = NonNullable<Link['target']>
export type Seo = NonNullable<Page['seo']>
export type PriceReference = Extract<
  NonNullable<RichText[number]['children']>[number],
  { _type: 'priceReference' }
>
export type SettingReference = Extract<
  NonNullable<RichText[number]['children']>[number],
  { _type: 'settingReference' }
>
