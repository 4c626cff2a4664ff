import type { Migration } from 'kysely/migration'
import { appendOnly, type DialectName, run } from '#app/backend/database/append-only.ts'
import { paymentsMigration } from '#app/backend/payments/payments-migration.ts'

/** The hash before the first consent. SHA-256 has no preimage of it. */
export const CHAIN_START = '0'.repeat(64)

const statements = (...all: string[]): Migration => ({ up: (db) => run(db, ...all) })

/** The tables of both databases. An applied migration never changes. Those up to 2026-06 must be able to run twice. */
export function migrations(dialect: DialectName): Record<string, Migration> {
  return {
    '2026-01-enquiries': statements(
      `create table if not exists enquiries (
            id text primary key,
            received_at text not null,
            first_name text not null,
            last_name text not null,
            email text not null,
            phone text not null,
            sms_consent integer not null,
            marketing_consent integer not null,
            campaign text,
            request_id text not null,
            evidence_id text unique)`,
      `create table if not exists outbox (
            id text primary key,
            message_id text not null unique,
            enqueued_at text not null,
            content text,
            attempts integer default 0 not null,
            next_attempt_at bigint default 0 not null,
            claimed_until bigint default 0 not null,
            sent_at text,
            last_error text)`,
      'create index if not exists outbox_unsent on outbox (enqueued_at) where sent_at is null',
    ),
    '2026-02-consents': statements(
      `create table if not exists wordings (
            hash text primary key,
            text text not null,
            first_seen_at text not null)`,
      `create table if not exists consents (
            sequence integer primary key,
            enquiry_id text not null,
            recorded_at text not null,
            first_name text not null,
            last_name text not null,
            email text not null,
            phone text not null,
            sms_consent integer not null,
            marketing_consent integer not null,
            wordings text not null,
            page text,
            address text,
            user_agent text,
            campaign text,
            signed_at text,
            request_id text not null,
            previous_hash text not null,
            hash text not null unique,
            email_key text not null,
            phone_key text not null)`,
      'create index if not exists consents_email_key on consents (email_key)',
      'create index if not exists consents_phone_key on consents (phone_key)',
      `create table if not exists consent_chain (
            id integer primary key,
            sequence integer not null,
            hash text not null)`,
      `insert into consent_chain values (1, 0, '${CHAIN_START}') on conflict do nothing`,
      ...appendOnly(dialect, 'consents'),
      ...appendOnly(dialect, 'wordings'),
    ),
    '2026-03-reviews': statements(
      `create table if not exists reviews (
            id text primary key,
            first_name text not null,
            last_name text not null,
            company_name text not null,
            job_title text not null,
            review_description text not null,
            rating integer not null,
            date text not null,
            received_at text not null,
            hidden_at text,
            sample integer default 0 not null,
            evidence_id text unique)`,
      'create index if not exists reviews_newest on reviews (date, received_at)',
      'create table if not exists host_state (key text primary key, value text not null)',
    ),
    '2026-04-payments': paymentsMigration(dialect),
    // Backends on one PostgreSQL share rate limits. A backend on SQLite counts in memory.
    '2026-05-budgets': statements(
      ...(dialect === 'sqlite'
        ? []
        : [
            `create table if not exists budgets (
              key text primary key,
              minute_start bigint not null,
              minute_count bigint not null,
              hour_start bigint not null,
              hour_count bigint not null)`,
          ]),
    ),
    '2026-06-submissions': statements(
      'create table if not exists submissions (key text primary key, at bigint not null)',
    ),
    // Existing reviews stay approved.
    '2026-07-review-approval': statements(
      'alter table reviews add column pending integer default 0 not null',
      'alter table reviews add column network text',
      'create index reviews_network on reviews (network)',
    ),
    // Like `foldText` in sqlite.ts.
    '2026-11-fold-text': statements(
      ...(dialect === 'sqlite'
        ? []
        : [
            `create or replace function fold_text(text) returns text language sql immutable as $$
               select case when octet_length($1) = length($1) then lower($1)
                 else lower(regexp_replace(normalize($1, NFD), '[\\u0300-\\u036f]', '', 'g')) end $$`,
          ]),
    ),
    // Shared by the processes on one PostgreSQL. The columns are those of rate-limiter-flexible.
    '2026-12-rate-limits': statements(
      ...(dialect === 'sqlite'
        ? []
        : [
            'drop table if exists budgets',
            `create table if not exists rate_limits (
               key varchar(255) primary key,
               points integer default 0 not null,
               expire bigint)`,
          ]),
    ),
  }
}
