import type { Migration } from 'kysely/migration'
import { appendOnly, type DialectName, run, type Schema } from '#app/backend/database/append-only.ts'

const INDEXES = {
  payment_orders_state: 'payment_orders (state, created_at)',
  payment_captures_order: 'payment_captures (order_id)',
  payment_refunds_order: 'payment_refunds (order_id)',
  payment_events_order: 'payment_events (order_id)',
}

/** Orders, captures, refunds and purchases with their history. May be run again, as every step. */
export function paymentsMigration(dialect: DialectName): Migration {
  // SQLite numbers an integer primary key by itself.
  const numbered = dialect === 'postgres' ? 'bigserial' : 'integer'
  // Nothing reads lease_until and lease_holder any more; they stay for older versions on the same database.
  const tables = {
    payment_orders: `id text primary key, paypal_order_id text unique, state text not null,
      amount_cents integer not null, currency text not null, title text not null, features text not null,
      create_request_id text not null, capture_request_id text not null, links text,
      lease_until bigint default 0 not null, lease_holder text, created_at text not null,
      updated_at text not null, request_id text not null, evidence_id text unique`,
    payment_captures: `id text primary key, order_id text not null, state text not null,
      amount_cents integer not null, currency text not null, created_at text not null, updated_at text not null`,
    payment_refunds: `id text primary key, capture_id text not null, order_id text not null, state text not null,
      amount_cents integer not null, currency text not null, created_at text not null, updated_at text not null`,
    purchases: `order_id text primary key, paypal_order_id text not null unique, user_email text not null,
      first_name text not null, last_name text not null, phone text not null, address text not null,
      city text not null, state text not null, package_title text not null, price_cents integer not null,
      recorded_at text not null, request_id text not null`,
    payment_events: `sequence ${numbered} primary key, order_id text not null, at text not null,
      type text not null, source text not null, detail text not null`,
    payment_webhooks: `event_id text primary key, type text not null, received_at text not null,
      order_id text not null`,
  }
  return {
    async up(db: Schema) {
      for (const [name, columns] of Object.entries(tables))
        await run(db, `create table if not exists ${name} (${columns})`)
      for (const [name, columns] of Object.entries(INDEXES))
        await run(db, `create index if not exists ${name} on ${columns}`)
      await run(db, ...appendOnly(dialect, 'payment_events'))
    },
  }
}
