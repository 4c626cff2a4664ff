// What MDN's HTTP Observatory gives a site, by its published rules: https://github.com/mdn/mdn-http-observatory (src/grader/charts.js
// and src/analyzer/tests). Its test of redirections and of the certificate needs TLS, which ends in front of the site: 0 points.

type Scored = { headers: Headers; html: string }

const BROAD = ['*', 'http:', 'https:', 'ftp:', 'http://*', 'https://*', 'http://*.*', 'https://*.*']
const PRIVATE_REFERRER = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']
const SIX_MONTHS_S = 15_552_000
/** Points above 100 count only from here. */
const MINIMUM_FOR_EXTRA = 90

/** The directives of a policy. Throws where one stands twice. */
export function directivesOf(policy: string): Map<string, string[]> {
  const directives = new Map<string, string[]>()
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/)
    if (name === '') continue
    if (directives.has(name)) throw new Error(`${name} stands twice in the policy`)
    directives.set(name, sources)
  }
  return directives
}

/** The score of an answer as if it had come over https: 100 and more is A+. */
export function observatoryScore({ headers, html }: Scored): number {
  const modifiers = [
    policyPoints(headers.get('content-security-policy')),
    cookiePoints(headers.getSetCookie()),
    corsPoints(headers),
    referrerPoints(headers.get('referrer-policy')),
    transportPoints(headers.get('strict-transport-security')),
    integrityPoints(html),
    headers.get('x-content-type-options') === 'nosniff' ? 0 : -5,
    framePoints(headers),
    resourcePoints(headers.get('cross-origin-resource-policy')),
  ]
  const sum = (points: number[]) => points.reduce((total, one) => total + one, 0)
  const uncurved = 100 + sum(modifiers.filter((points) => points < 0))
  return uncurved >= MINIMUM_FOR_EXTRA ? 100 + sum(modifiers) : uncurved
}

function policyPoints(header: string | null): number {
  if (!header) return -25
  const policy = directivesOf(header)
  const of = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*']
  const hashed = (sources: string[]) =>
    sources.some((source) => /^'(sha256|sha384|sha512|nonce)-/.test(source))
  const isUnsafeInline = (sources: string[]) =>
    sources.includes('data:') || (sources.includes("'unsafe-inline'") && !hashed(sources))
  const isBroad = (sources: string[]) => sources.some((source) => BROAD.includes(source))
  const scripts = of('script-src')
  const styles = of('style-src')
  if (isUnsafeInline(scripts) || isBroad(scripts) || isBroad(of('object-src'))) return -20
  const passive = ['img-src', 'media-src']
  const insecure = ([name]: [string, string[]]) => !passive.includes(name)
  const active = [...policy].filter(insecure).flatMap(([, sources]) => sources)
  if (active.some((source) => /^(http|ftp):/.test(source))) return -20
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return -10
  if (passive.flatMap(of).some((source) => /^(http|ftp):/.test(source))) return -10
  if (isUnsafeInline(styles) || isBroad(styles)) return 0
  return policy.get('default-src')?.join() === "'none'" ? 10 : 5
}

/** Without one there is nothing to gain; here only what is flawless counts as kept. */
function cookiePoints(cookies: string[]): number {
  if (cookies.length === 0) return 0
  if (!cookies.every((cookie) => /;\s*secure/i.test(cookie))) return -20
  return cookies.every((cookie) => /;\s*samesite=(lax|strict)/i.test(cookie)) ? 5 : -20
}

function corsPoints(headers: Headers): number {
  return headers.get('access-control-allow-credentials') === 'true' ? -50 : 0
}

function referrerPoints(policy: string | null): number {
  if (policy === null) return 0
  return PRIVATE_REFERRER.includes(policy) ? 5 : -5
}

function transportPoints(header: string | null): number {
  const [, seconds] = /max-age=(\d+)/.exec(header ?? '') ?? []
  if (seconds === undefined) return -20
  return Number(seconds) >= SIX_MONTHS_S ? 0 : -10
}

function integrityPoints(html: string): number {
  const tags = html.match(/<script\b[^>]*\ssrc="[^"]*"[^>]*>/gi) ?? []
  const foreign = tags.filter((tag) => /\ssrc="(?:https?:)?\/\//i.test(tag))
  if (foreign.some((tag) => /\ssrc="(?:http:)?\/\//i.test(tag))) return -50
  if (foreign.some((tag) => !/\sintegrity="/i.test(tag))) return -5
  return tags.length > 0 && tags.every((tag) => /\sintegrity="/i.test(tag)) ? 5 : 0
}

function framePoints(headers: Headers): number {
  const ancestors = directivesOf(headers.get('content-security-policy') ?? '').get('frame-ancestors')
  if (ancestors && ancestors.length > 0) return 5
  return /^(deny|sameorigin)$/i.test(headers.get('x-frame-options') ?? '') ? 0 : -20
}

function resourcePoints(policy: string | null): number {
  if (policy === null || policy === 'cross-origin') return 0
  return policy === 'same-origin' || policy === 'same-site' ? 10 : -5
}
