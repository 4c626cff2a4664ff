import type fc from 'fast-check'
import type { Sent } from '#tests/faults/generators.ts'

export type Running = { siteUrl: string; hostUrl: string; lakeUrl: string; dataDir: string }
export type Endpoint = {
  path: string
  /** Default: POST. */
  method?: 'GET' | 'PUT' | 'PATCH' | 'DELETE'
  bodies?: fc.Arbitrary<Sent>
  search?: fc.Arbitrary<string>
  headers?: (sent: Sent | undefined, running: Running) => Record<string, string>
}

export const PERSON = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'generated@example.com',
  phone: '302 555 0100',
}
export const REVIEW = {
  firstName: 'Ann',
  lastName: 'Lee',
  companyName: 'Lee',
  jobTitle: 'Agent',
  reviewDescription: 'Good',
}
