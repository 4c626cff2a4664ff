import { setTimeout as pause } from 'node:timers/promises'
import { ARTICLES_PER_PAGE } from '#app/content/article-pages.ts'
import { completed } from '#app/content/default-text.ts'
import { KNOWLEDGE_QUERY, readKnowledge } from '#app/content/knowledge.ts'
import { connectLake, type LakeObserver, lakeClient } from '#app/content/lake.server.ts'
import { openLastGood } from '#app/content/last-good.server.ts'
import {
  ADDRESSES_QUERY,
  ARTICLE_QUERY,
  ASSISTANT_QUERY,
  CONSENT_VERSIONS_QUERY,
  LATER_ARTICLES_QUERY,
  LOGOS_ELSEWHERE_QUERY,
  PAGE_QUERY,
  PLAN_QUERY,
  POLICY_QUERY,
  POLICY_VERSION_QUERY,
  REDIRECTS_QUERY,
  REVISIONS_QUERY,
  SEARCH_WORDS_QUERY,
  SETTINGS_QUERY,
} from '#app/content/queries.ts'
import { HOME, neededDocument } from '#app/content/required-documents.ts'
import { SCHEDULE_QUERY } from '#app/content/schedule.ts'
import { ContentStore } from '#app/content/store.server.ts'
import type {
  ADDRESSES_QUERY_RESULT,
  LATER_ARTICLES_QUERY_RESULT,
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
import { readShown, SHOWN_QUERY } from '#app/content/visible-documents.ts'
import type { Env } from '#app/platform/environment.server.ts'
import type { Log } from '#app/platform/log.ts'

const WARM_DELAY_MS = 50
/** A start waits this long for the content of all addresses. */
const FIRST_WARMING_MS = 5_000

type Query = { query: string; params: Record<string, unknown> }

/**
 * Published content, as the routes read it. Each method resolves to null for what is not published (`settings` to defaults), and
 * throws LakeUnavailable when the lake can't be reached, or refuses the query, and the content was never read before.
 */
export type Content = ReturnType<typeof contentOf>

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

/** What answers queries: the store of published content, or a preview's reader of drafts. */
export type ContentSource = Pick<ContentStore, 'get' | 'live' | 'subscribe' | 'recorded'>

/** Reads content from a source, by the methods of `Content`. */
export function contentOf(store: ContentSource) {
  const addresses = () => store.get(ADDRESSES_QUERY) as Promise<ADDRESSES_QUERY_RESULT>

  /** What is made of a query's answer, once for each answer: read from the same one, it is the same object. */
  function madeOf<T>(query: string, make: (result: unknown) => T | Promise<T>): () => Promise<T> {
    let last: { result: unknown; made: T | Promise<T> } | undefined
    return async () => {
      const result = await store.get(query)
      if (!last || last.result !== result) last = { result, made: make(result) }
      return last.made
    }
  }

  // Asking only for addresses that exist keeps made-up ones away from the lake and from memory.
  async function bySlug<T>(
    kind: Exclude<keyof ADDRESSES_QUERY_RESULT, 'policyVersions'>,
    query: string,
    slug: string,
  ): Promise<T | null> {
    if (!neededDocument(query, { slug }) && !(await addresses())[kind].includes(slug)) return null
    return store.get(query, { slug }) as Promise<T | null>
  }

  return {
    settings: madeOf(SETTINGS_QUERY, (result) => {
      const settings = (result as Settings | null) ?? NO_SETTINGS
      return {
        ...settings,
        planWords: completed('planWords', settings.planWords),
        checkoutWords: completed('checkoutWords', settings.checkoutWords),
        interfaceWords: completed('interfaceWords', settings.interfaceWords),
      }
    }),
    searchWords: madeOf(SEARCH_WORDS_QUERY, (result) =>
      completed('searchWords', result as SearchWords | null),
    ),
    assistant: () => store.get(ASSISTANT_QUERY) as Promise<Assistant | null>,
    page: (slug: string) => bySlug<Page>('pages', PAGE_QUERY, slug),
    policy: (slug: string) => bySlug<Policy>('policies', POLICY_QUERY, slug),
    /** An earlier text of a policy: `address` is the part behind the policy’s, `2026-11-01`. */
    async policyVersion(slug: string, address: string) {
      const { policyVersions } = await addresses()
      const isThere = policyVersions.some((one) => one.address === address && one.slugs.includes(slug))
      if (!isThere) return null
      return store.get(POLICY_VERSION_QUERY, { slug, address }) as Promise<PolicyVersion | null>
    },
    consentVersions: () => store.get(CONSENT_VERSIONS_QUERY) as Promise<ConsentVersion[]>,
    redirects: () => store.get(REDIRECTS_QUERY) as Promise<Redirect[]>,
    article: (slug: string) => bySlug<Article>('articles', ARTICLE_QUERY, slug),
    /** The cards of the articles behind the first page of a list, the newest first. */
    laterArticles: () => store.get(LATER_ARTICLES_QUERY) as Promise<LATER_ARTICLES_QUERY_RESULT>,
    plan: (slug: string) => bySlug<Plan>('plans', PLAN_QUERY, slug),
    addresses,
    /** Where pictures come from that are kept elsewhere: `https://logos.example`. */
    pictureOrigins: madeOf(LOGOS_ELSEWHERE_QUERY, (result) => originsOf(result as (string | null)[])),
    /** Everything published that can be looked for, but for articles. */
    knowledge: madeOf(KNOWLEDGE_QUERY, readKnowledge),
    /** Every page, policy and article with the moment when what it shows last changed. */
    shown: madeOf(SHOWN_QUERY, readShown),
    revisions: () => store.get(REVISIONS_QUERY) as Promise<REVISIONS_QUERY_RESULT>,
    /** The lake is followed: what is served is what is published. */
    isLive: () => store.live,
    /** Called when something may have changed; returns the way to stop it. */
    onChange: (listener: () => void) => store.subscribe(listener),
    /** Runs `make` and writes down each answer that it is given on the way, whoever asks in its name. */
    recorded: <T>(make: () => Promise<T>) => store.recorded(make),
  }
}

/** As a policy may name them: a host can hold signs that would end its part there. */
function originsOf(addresses: (string | null)[]): string[] {
  const origins = addresses.map((address) => URL.parse(address ?? '')?.origin ?? '')
  return [...new Set(origins)].filter((origin) => /^https?:\/\/[\w.-]+(?::\d+)?$/.test(origin))
}

/** Every query that some address of the site needs. */
function queriesOf({ pages, policies, policyVersions, articles, plans }: ADDRESSES_QUERY_RESULT): Query[] {
  const bySlug = (query: string, slugs: (string | null)[]) =>
    slugs.map((slug) => ({ query, params: { slug } }))
  return [
    { query: SETTINGS_QUERY, params: {} },
    { query: ADDRESSES_QUERY, params: {} },
    { query: ASSISTANT_QUERY, params: {} },
    { query: SEARCH_WORDS_QUERY, params: {} },
    { query: SHOWN_QUERY, params: {} },
    { query: REDIRECTS_QUERY, params: {} },
    { query: CONSENT_VERSIONS_QUERY, params: {} },
    { query: KNOWLEDGE_QUERY, params: {} },
    { query: SCHEDULE_QUERY, params: {} },
    { query: REVISIONS_QUERY, params: {} },
    { query: LOGOS_ELSEWHERE_QUERY, params: {} },
    ...(articles.length > ARTICLES_PER_PAGE ? [{ query: LATER_ARTICLES_QUERY, params: {} }] : []),
    ...bySlug(PAGE_QUERY, [...new Set([HOME, ...pages])]),
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

/** All articles as their own pages show them: the same objects, and the same list, as long as they say the same. Throws as contentOf. */
export async function readArticles(store: ContentStore): Promise<readonly Article[]> {
  const { articles } = (await store.get(ADDRESSES_QUERY)) as ADDRESSES_QUERY_RESULT
  return store.getAll(ARTICLE_QUERY, 'slug', articles as string[]) as Promise<readonly Article[]>
}

/** Connects to the lake and keeps every address's content at hand, in memory and in `DATA_DIR`. */
export async function startContent(
  env: Env,
  log: Log,
  observe?: LakeObserver,
): Promise<{ content: Content; articles: () => Promise<readonly Article[]>; stop(): void }> {
  const store = new ContentStore({
    lake: connectLake(lakeClient(env), observe),
    lastGood: openLastGood(env.DATA_DIR),
    log,
  })
  const content = contentOf(store)
  let timer: NodeJS.Timeout | undefined
  let warming = false

  async function warm() {
    const wanted = queriesOf(await content.addresses())
    await store.warm(wanted)
    if (store.connected) store.prune(wanted)
  }
  /** One at a time: what many publishes touch would be read once for each of them. */
  async function warmAlone() {
    if (warming) return warmSoon()
    warming = true
    await warm().catch((error) => log('warn', 'content: warming failed', { error: String(error) }))
    warming = false
  }
  function warmSoon() {
    clearTimeout(timer)
    timer = setTimeout(warmAlone, WARM_DELAY_MS)
  }
  store.subscribe(warmSoon)

  await store.start()
  // Ready means that every page is at hand: the first visitor doesn't meet a lake that still warms up.
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
