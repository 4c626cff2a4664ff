import { setTimeout as pause } from 'node:timers/promises'
import { ARTICLES_PER_PAGE } from '#app/content/article-pages.ts'
import { withDefaultText } from '#app/content/default-text.ts'
import { KNOWLEDGE_QUERY } from '#app/content/knowledge.ts'
import { connectLake, type LakeObserver, lakeClient } from '#app/content/lake.server.ts'
import { openLastGood } from '#app/content/last-good.server.ts'
import { readMeasuring } from '#app/content/measuring.ts'
import { readKnowledge } from '#app/content/passages.ts'
import {
  ADDRESSES_QUERY,
  ARTICLE_QUERY,
  ASSISTANT_QUERY,
  CONSENT_VERSIONS_QUERY,
  LOGOS_ELSEWHERE_QUERY,
  MEASURING_QUERY,
  PLAN_QUERY,
  POLICY_QUERY,
  POLICY_VERSION_QUERY,
  REDIRECTS_QUERY,
  REVISIONS_QUERY,
  SEARCH_WORDS_QUERY,
  SETTINGS_QUERY,
} from '#app/content/queries.ts'
import { HOME, requiredDocument } from '#app/content/required-documents.ts'
import { SCHEDULE_QUERY } from '#app/content/schedule.ts'
import { ContentStore } from '#app/content/store.server.ts'
import type {
  ADDRESSES_QUERY_RESULT,
  LATER_ARTICLES_QUERY_RESULT,
  MEASURING_QUERY_RESULT,
  REVISIONS_QUERY_RESULT,
} from '#app/content/types.generated.ts'
import type {
  Article,
  Assistant,
  ConsentVersion,
  Page,
  Plan,
  Policy,
  PolicyVersion,
  Redirect,
  SearchWords,
  Settings,
} from '#app/content/types.ts'
import { readVisibleDocuments, VISIBLE_QUERY } from '#app/content/visible-documents.ts'
import type { Env } from '#app/platform/environment.server.ts'
import type { Log } from '#app/platform/log.ts'

const WARM_DELAY_MS = 50
const FIRST_WARMING_MS = 5_000

type Query = { query: string; params: Record<string, unknown> }

/** The queries that contain the projections of blocks (app/blocks/query.ts). Content imports nothing from blocks. */
type PageQueries = { page: string; laterArticles: string }

/**
 * Published content. Methods resolve to null for what is not published (`settings` to defaults). They throw
 * LakeUnavailable if the lake does not answer and never did before.
 */
export type Content = ReturnType<typeof createContent>

const NO_SETTINGS: Settings = {
  brand: null,
  description: null,
  logo: null,
  logoLight: null,
  companyUrl: null,
  email: null,
  phone: null,
  address: null,
  headerNav: null,
  headerButton: null,
  footerGroups: null,
  legalLine: null,
  callToAction: null,
  consents: null,
  planWords: null,
  checkoutWords: null,
  interfaceWords: null,
}

/** Runs queries: the store of published content, or a preview's reader of drafts. */
export type ContentSource = Pick<ContentStore, 'get' | 'live' | 'subscribe' | 'record'>

/** Runs a query and converts its result. An unchanged result returns the same object. */
function converted<T>(
  source: ContentSource,
  query: string,
  convert: (result: unknown) => T,
): () => Promise<T> {
  let last: { result: unknown; value: T } | undefined
  return async () => {
    const result = await source.get(query)
    if (!last || last.result !== result) last = { result, value: convert(result) }
    return last.value
  }
}

/** Reads the source of search and assistant. */
export const knowledgeReader = (source: ContentSource) => converted(source, KNOWLEDGE_QUERY, readKnowledge)

/** Reads content by the methods of `Content`. */
export function createContent(source: ContentSource, pageQueries: PageQueries) {
  const addresses = () => source.get(ADDRESSES_QUERY) as Promise<ADDRESSES_QUERY_RESULT>

  // Requests for unknown slugs must not fill memory or reach the lake.
  async function bySlug<T>(
    kind: Exclude<keyof ADDRESSES_QUERY_RESULT, 'policyVersions'>,
    query: string,
    slug: string,
  ): Promise<T | null> {
    if (!requiredDocument(query, { slug }) && !(await addresses())[kind].includes(slug)) return null
    return source.get(query, { slug }) as Promise<T | null>
  }

  return {
    settings: converted(source, SETTINGS_QUERY, (result) => {
      const settings = (result as Settings | null) ?? NO_SETTINGS
      return {
        ...settings,
        planWords: withDefaultText('planWords', settings.planWords),
        checkoutWords: withDefaultText('checkoutWords', settings.checkoutWords),
        interfaceWords: withDefaultText('interfaceWords', settings.interfaceWords),
      }
    }),
    searchWords: converted(source, SEARCH_WORDS_QUERY, (result) =>
      withDefaultText('searchWords', result as SearchWords | null),
    ),
    assistant: () => source.get(ASSISTANT_QUERY) as Promise<Assistant | null>,
    page: (slug: string) => bySlug<Page>('pages', pageQueries.page, slug),
    policy: (slug: string) => bySlug<Policy>('policies', POLICY_QUERY, slug),
    /** An earlier version of a policy. `address` is the last part of its path: `2026-11-01`. */
    async policyVersion(slug: string, address: string) {
      const { policyVersions } = await addresses()
      const exists = policyVersions.some((one) => one.address === address && one.slugs.includes(slug))
      if (!exists) return null
      return source.get(POLICY_VERSION_QUERY, { slug, address }) as Promise<PolicyVersion | null>
    },
    consentVersions: () => source.get(CONSENT_VERSIONS_QUERY) as Promise<ConsentVersion[]>,
    redirects: () => source.get(REDIRECTS_QUERY) as Promise<Redirect[]>,
    article: (slug: string) => bySlug<Article>('articles', ARTICLE_QUERY, slug),
    /** The articles that are not on the first page of a list, newest first. */
    laterArticles: () => source.get(pageQueries.laterArticles) as Promise<LATER_ARTICLES_QUERY_RESULT>,
    plan: (slug: string) => bySlug<Plan>('plans', PLAN_QUERY, slug),
    addresses,
    /** The origins of logos on other hosts: `https://logos.example`. */
    imageOrigins: converted(source, LOGOS_ELSEWHERE_QUERY, (result) =>
      originsOf(result as (string | null)[]),
    ),
    /** The provider that measures visitors, or null. */
    measuring: converted(source, MEASURING_QUERY, (result) =>
      readMeasuring(result as MEASURING_QUERY_RESULT),
    ),
    /** The source of search and assistant, without articles. */
    knowledge: knowledgeReader(source),
    /** Every page, policy and article, and when its visible content last changed. */
    visibleDocuments: converted(source, VISIBLE_QUERY, readVisibleDocuments),
    revisions: () => source.get(REVISIONS_QUERY) as Promise<REVISIONS_QUERY_RESULT>,
    /** True while live events arrive: the served content is the published one. */
    isLive: () => source.live,
    /** Calls the listener when something may have changed. Returns the unsubscribe function. */
    onChange: (listener: () => void) => source.subscribe(listener),
    /** Runs `make` and records every result that it reads. */
    record: <T>(work: () => Promise<T>) => source.record(work),
  }
}

/** Only origins that are safe in a CSP header. */
function originsOf(addresses: (string | null)[]): string[] {
  const origins = addresses.map((address) => URL.parse(address ?? '')?.origin ?? '')
  return [...new Set(origins)].filter((origin) => /^https?:\/\/[\w.-]+(?::\d+)?$/.test(origin))
}

/** Every query that the site needs. */
function queriesOf(
  { pages, policies, policyVersions, articles, plans }: ADDRESSES_QUERY_RESULT,
  pageQueries: PageQueries,
): Query[] {
  const bySlug = (query: string, slugs: (string | null)[]) =>
    slugs.map((slug) => ({ query, params: { slug } }))
  return [
    { query: SETTINGS_QUERY, params: {} },
    { query: ADDRESSES_QUERY, params: {} },
    { query: ASSISTANT_QUERY, params: {} },
    { query: SEARCH_WORDS_QUERY, params: {} },
    { query: VISIBLE_QUERY, params: {} },
    { query: REDIRECTS_QUERY, params: {} },
    { query: CONSENT_VERSIONS_QUERY, params: {} },
    { query: KNOWLEDGE_QUERY, params: {} },
    { query: SCHEDULE_QUERY, params: {} },
    { query: REVISIONS_QUERY, params: {} },
    { query: LOGOS_ELSEWHERE_QUERY, params: {} },
    { query: MEASURING_QUERY, params: {} },
    ...(articles.length > ARTICLES_PER_PAGE ? [{ query: pageQueries.laterArticles, params: {} }] : []),
    ...bySlug(pageQueries.page, [...new Set([HOME, ...pages])]),
    ...bySlug(POLICY_QUERY, policies),
    ...policyVersions.flatMap(({ slugs, address }) =>
      slugs
        .filter((slug) => slug !== null)
        .map((slug) => ({ query: POLICY_VERSION_QUERY, params: { slug, address } })),
    ),
    ...bySlug(ARTICLE_QUERY, articles),
    ...bySlug(PLAN_QUERY, plans),
  ]
}

/** All published articles. Unchanged articles are the same objects as before. Throws LakeUnavailable. */
export async function readArticles(store: ContentStore): Promise<readonly Article[]> {
  const { articles } = (await store.get(ADDRESSES_QUERY)) as ADDRESSES_QUERY_RESULT
  return store.getAll(ARTICLE_QUERY, 'slug', articles as string[]) as Promise<readonly Article[]>
}

/** Connects to the lake and caches the content of every page, in memory and in `DATA_DIR`. */
export async function startContent(
  env: Env,
  log: Log,
  pageQueries: PageQueries,
  observe?: LakeObserver,
): Promise<{ content: Content; articles: () => Promise<readonly Article[]>; stop(): void }> {
  const store = new ContentStore({
    lake: connectLake(lakeClient(env), observe),
    lastGood: openLastGood(env.DATA_DIR),
    log,
  })
  const content = createContent(store, pageQueries)
  let timer: NodeJS.Timeout | undefined
  let warming = false

  async function warm() {
    const queries = queriesOf(await content.addresses(), pageQueries)
    await store.warm(queries)
    if (store.connected) store.prune(queries)
  }
  /** Prevents parallel runs while many documents are published. */
  async function warmExclusively() {
    if (warming) return warmSoon()
    warming = true
    await warm().catch((error) => log('warn', 'content: warming failed', { error: String(error) }))
    warming = false
  }
  function warmSoon() {
    clearTimeout(timer)
    timer = setTimeout(warmExclusively, WARM_DELAY_MS)
  }
  store.subscribe(warmSoon)

  await store.start()
  // Ready means that every page is cached, so that the first visitor doesn't wait for the lake.
  if (store.connected)
    await Promise.race([warm().catch(() => {}), pause(FIRST_WARMING_MS, undefined, { ref: false })])
  return {
    content,
    articles: () => readArticles(store),
    stop() {
      clearTimeout(timer)
      store.stop()
    },
  }
}
