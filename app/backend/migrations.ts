import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { appendOnly, type DialectName, type Schema } from '#app/backend/append-only.ts'
import { paymentsMigration } from '#app/backend/payments/migration.ts'

/** SHA-256 has no preimage of this: what stands before the first consent. */
export const CHAIN_START = '0'.repeat(64)

/**
 * The tables, in the order in which they came to be. One set for both databases; only triggers are worded twice.
 * The steps up to 2026-06 may be run again: one that an earlier version was killed in stayed half done on SQLite.
 */
export function migrations(dialect: DialectName): Record<string, Migration> {
  return {
    '2026-01-enquiries': {
      async up(db: Schema) {
        await db.schema
          .createTable('enquiries')
          .ifNotExists()
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('receivedAt', 'text', (column) => column.notNull())
          .addColumn('firstName', 'text', (column) => column.notNull())
          .addColumn('lastName', 'text', (column) => column.notNull())
          .addColumn('email', 'text', (column) => column.notNull())
          .addColumn('phone', 'text', (column) => column.notNull())
          .addColumn('smsConsent', 'integer', (column) => column.notNull())
          .addColumn('marketingConsent', 'integer', (column) => column.notNull())
          .addColumn('campaign', 'text')
          .addColumn('requestId', 'text', (column) => column.notNull())
          .addColumn('evidenceId', 'text', (column) => column.unique())
          .execute()
        await db.schema
          .createTable('outbox')
          .ifNotExists()
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('messageId', 'text', (column) => column.notNull().unique())
          .addColumn('enqueuedAt', 'text', (column) => column.notNull())
          .addColumn('content', 'text')
          .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
          .addColumn('nextAttemptAt', 'bigint', (column) => column.notNull().defaultTo(0))
          .addColumn('claimedUntil', 'bigint', (column) => column.notNull().defaultTo(0))
          .addColumn('sentAt', 'text')
          .addColumn('lastError', 'text')
          .execute()
        await db.schema
          .createIndex('outboxUnsent')
          .ifNotExists()
          .on('outbox')
          .column('enqueuedAt')
          .where('sentAt' as never, 'is', null)
          .execute()
      },
    },
    '2026-02-consents': {
      async up(db: Schema) {
        await db.schema
          .createTable('wordings')
          .ifNotExists()
          .addColumn('hash', 'text', (column) => column.primaryKey())
          .addColumn('text', 'text', (column) => column.notNull())
          .addColumn('firstSeenAt', 'text', (column) => column.notNull())
          .execute()
        await db.schema
          .createTable('consents')
          .ifNotExists()
          .addColumn('sequence', 'integer', (column) => column.primaryKey())
          .addColumn('enquiryId', 'text', (column) => column.notNull())
          .addColumn('recordedAt', 'text', (column) => column.notNull())
          .addColumn('firstName', 'text', (column) => column.notNull())
          .addColumn('lastName', 'text', (column) => column.notNull())
          .addColumn('email', 'text', (column) => column.notNull())
          .addColumn('phone', 'text', (column) => column.notNull())
          .addColumn('smsConsent', 'integer', (column) => column.notNull())
          .addColumn('marketingConsent', 'integer', (column) => column.notNull())
          .addColumn('wordings', 'text', (column) => column.notNull())
          .addColumn('page', 'text')
          .addColumn('address', 'text')
          .addColumn('userAgent', 'text')
          .addColumn('campaign', 'text')
          .addColumn('signedAt', 'text')
          .addColumn('requestId', 'text', (column) => column.notNull())
          .addColumn('previousHash', 'text', (column) => column.notNull())
          .addColumn('hash', 'text', (column) => column.notNull().unique())
          .addColumn('emailKey', 'text', (column) => column.notNull())
          .addColumn('phoneKey', 'text', (column) => column.notNull())
          .execute()
        for (const key of ['emailKey', 'phoneKey'])
          await db.schema.createIndex(`consents_${key}`).ifNotExists().on('consents').column(key).execute()
        await db.schema
          .createTable('consentChain')
          .ifNotExists()
          .addColumn('id', 'integer', (column) => column.primaryKey())
          .addColumn('sequence', 'integer', (column) => column.notNull())
          .addColumn('hash', 'text', (column) => column.notNull())
          .execute()
        await sql`insert into consent_chain (id, sequence, hash) values (1, 0, ${sql.lit(CHAIN_START)}) on conflict do nothing`.execute(
          db,
        )
        await appendOnly(db, dialect, 'consents')
        await appendOnly(db, dialect, 'wordings')
      },
    },
    '2026-03-reviews': {
      async up(db: Schema) {
        await db.schema
          .createTable('reviews')
          .ifNotExists()
          .addColumn('id', 'text', (column) => column.primaryKey())
          .addColumn('firstName', 'text', (column) => column.notNull())
          .addColumn('lastName', 'text', (column) => column.notNull())
          .addColumn('companyName', 'text', (column) => column.notNull())
          .addColumn('jobTitle', 'text', (column) => column.notNull())
          .addColumn('reviewDescription', 'text', (column) => column.notNull())
          .addColumn('rating', 'integer', (column) => column.notNull())
          .addColumn('date', 'text', (column) => column.notNull())
          .addColumn('receivedAt', 'text', (column) => column.notNull())
          .addColumn('hiddenAt', 'text')
          .addColumn('sample', 'integer', (column) => column.notNull().defaultTo(0))
          .addColumn('evidenceId', 'text', (column) => column.unique())
          .execute()
        await db.schema
          .createIndex('reviewsNewest')
          .ifNotExists()
          .on('reviews')
          .columns(['date', 'receivedAt'])
          .execute()
        await db.schema
          .createTable('hostState')
          .ifNotExists()
          .addColumn('key', 'text', (column) => column.primaryKey())
          .addColumn('value', 'text', (column) => column.notNull())
          .execute()
      },
    },
    '2026-04-payments': paymentsMigration(dialect),
    '2026-05-budgets': {
      /** What hosts on one PostgreSQL share; a host on SQLite is alone and counts in memory. */
      async up(db: Schema) {
        if (dialect === 'sqlite') return
        await db.schema
          .createTable('budgets')
          .ifNotExists()
          .addColumn('key', 'text', (column) => column.primaryKey())
          .addColumn('minuteStart', 'bigint', (column) => column.notNull())
          .addColumn('minuteCount', 'bigint', (column) => column.notNull())
          .addColumn('hourStart', 'bigint', (column) => column.notNull())
          .addColumn('hourCount', 'bigint', (column) => column.notNull())
          .execute()
      },
    },
    '2026-06-submissions': {
      async up(db: Schema) {
        await db.schema
          .createTable('submissions')
          .ifNotExists()
          .addColumn('key', 'text', (column) => column.primaryKey())
          .addColumn('at', 'bigint', (column) => column.notNull())
          .execute()
      },
    },
    '2026-07-review-approval': {
      /** Reviews that are listed stay listed. */
      async up(db: Schema) {
        await db.schema
          .alterTable('reviews')
          .addColumn('pending', 'integer', (column) => column.notNull().defaultTo(0))
          .execute()
        await db.schema.alterTable('reviews').addColumn('network', 'text').execute()
        await db.schema.createIndex('reviewsNetwork').on('reviews').column('network').execute()
      },
    },
    '2026-11-fold-text': {
      /** As in sqlite.ts. Letters of other scripts have lower case only if the database's locale knows it. */
      async up(db: Schema) {
        if (dialect === 'sqlite') return
        await sql`create or replace function fold_text(text) returns text language sql immutable as $$
          select case when octet_length($1) = length($1) then lower($1)
            else lower(regexp_replace(normalize($1, NFD), '[\\u0300-\\u036f]', '', 'g')) end $$`.execute(db)
      },
    },
    '2026-12-rate-limits': {
      /** Shared by the processes on one PostgreSQL. The columns are those of rate-limiter-flexible. */
      async up(db: Schema) {
        if (dialect === 'sqlite') return
        await db.schema.dropTable('budgets').ifExists().execute()
        await db.schema
          .createTable('rateLimits')
          .ifNotExists()
          .addColumn('key', 'varchar(255)', (column) => column.primaryKey())
          .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
          .addColumn('expire', 'bigint')
          .execute()
      },
    },
  }
}
