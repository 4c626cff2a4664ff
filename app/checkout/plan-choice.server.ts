import { createCookie } from '@remix-run/node'
import type { Content } from '#app/content/content.server.ts'
import type { Plan } from '#app/content/types.ts'
import { HOST_PREFIX } from '#app/platform/cookie.ts'

/** The cookie with the slug of the chosen plan (selectedPackage in the specification). */
export const PLAN_COOKIE = 'plan'
const planCookie = createCookie(PLAN_COOKIE, { httpOnly: true, sameSite: 'lax', path: '/' })
/** The cookie over https. */
const hostPlanCookie = createCookie(HOST_PREFIX + PLAN_COOKIE, {
  httpOnly: true,
  sameSite: 'lax',
  path: '/',
  secure: true,
})

/** Returns a `Set-Cookie` value that stores a choice. */
export const rememberPlan = (slug: string, secure: boolean): Promise<string> =>
  (secure ? hostPlanCookie : planCookie).serialize(slug)

/** The plan that this visitor has chosen. Null if there is none or it is off sale. */
export async function chosenPlan(request: Pick<Request, 'headers'>, content: Content): Promise<Plan | null> {
  const cookies = request.headers.get('Cookie')
  const read = (cookie: typeof planCookie): Promise<unknown> => cookie.parse(cookies).catch(() => null)
  const slug = (await read(hostPlanCookie)) ?? (await read(planCookie))
  return typeof slug === 'string' ? content.plan(slug) : null
}
