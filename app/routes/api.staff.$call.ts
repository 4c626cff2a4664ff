import type { LoaderFunctionArgs } from '@remix-run/node'

/** The Inbox of a Studio on another origin (app/staff/staff.server.ts). */
export const loader = ({ request, params, context }: LoaderFunctionArgs) =>
  context.staff(request, params.call, context)
export const action = loader
