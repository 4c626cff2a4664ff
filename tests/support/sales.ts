import type { Plan } from '#app/content/types.ts'

/** Valid details of a buyer (specification, section 3). */
export const CUSTOMER = {
  firstName: 'Ann',
  lastName: 'Lee',
  email: 'ann@example.com',
  phone: '302 555 0142',
  city: 'Dover',
  state: 'DE',
  address: '1 Main Street',
}

export const PRO_CLOSER: Plan = {
  _id: 'plan-pro-closer',
  title: 'Pro Closer',
  slug: 'pro-closer',
  kind: 'bundle',
  price: 999,
  cap: null,
  credit: 1200,
  summary: null,
  features: ['One', 'Two'],
}
