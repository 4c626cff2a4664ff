import type { CreateTableBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'
import { appendOnly, type DialectName, run, type Schema } from '#app/backend/append-only.ts'

/** Orders, captures, refunds and purchases with their history. May be run again, as every step. */
export function paymentsMigration(dialect: DialectName): Migration {
  return {
    async up(db: Schema) {
      await texts(db.schema.createTable('paymentOrders').ifNotExists(), [
        'state',
        'currency',
        'title',
        'features',
        'createRequestId',
        'captureRequestId',
        'createdAt',
        'updatedAt',
        'requestId',
      ])
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('paypalOrderId', 'text', (column) => column.unique())
        .addColumn('amountCents', 'integer', (column) => column.notNull())
        .addColumn('leaseUntil', 'bigint', (column) => column.notNull().defaultTo(0))
        .addColumn('leaseHolder', 'text')
        .addColumn('links', 'text')
        .addColumn('evidenceId', 'text', (column) => column.unique())
        .execute()
      await texts(db.schema.createTable('paymentCaptures').ifNotExists(), [
        'orderId',
        'state',
        'currency',
        'createdAt',
        'updatedAt',
      ])
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('amountCents', 'integer', (column) => column.notNull())
        .execute()
      await texts(db.schema.createTable('paymentRefunds').ifNotExists(), [
        'captureId',
        'orderId',
        'state',
        'currency',
        'createdAt',
        'updatedAt',
      ])
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('amountCents', 'integer', (column) => column.notNull())
        .execute()
      await texts(db.schema.createTable('purchases').ifNotExists(), [
        'userEmail',
        'firstName',
        'lastName',
        'phone',
        'address',
        'city',
        'state',
        'packageTitle',
        'recordedAt',
        'requestId',
      ])
        .addColumn('orderId', 'text', (column) => column.primaryKey())
        .addColumn('paypalOrderId', 'text', (column) => column.notNull().unique())
        .addColumn('priceCents', 'integer', (column) => column.notNull())
        .execute()
      await texts(db.schema.createTable('paymentEvents').ifNotExists(), [
        'orderId',
        'at',
        'type',
        'source',
        'detail',
      ])
        // SQLite numbers an integer primary key by itself.
        .addColumn('sequence', dialect === 'postgres' ? 'bigserial' : 'integer', (column) =>
          column.primaryKey(),
        )
        .execute()
      await texts(db.schema.createTable('paymentWebhooks').ifNotExists(), ['type', 'receivedAt', 'orderId'])
        .addColumn('eventId', 'text', (column) => column.primaryKey())
        .execute()
      for (const table of ['paymentCaptures', 'paymentRefunds', 'paymentEvents'])
        await db.schema.createIndex(`${table}_order`).ifNotExists().on(table).column('orderId').execute()
      await db.schema
        .createIndex('paymentOrders_state')
        .ifNotExists()
        .on('paymentOrders')
        .columns(['state', 'createdAt'])
        .execute()
      await run(db, ...appendOnly(dialect, 'payment_events'))
    },
  }
}

function texts(table: CreateTableBuilder<string>, names: string[]): CreateTableBuilder<string, string> {
  return names.reduce<CreateTableBuilder<string, string>>(
    (built, name) => built.addColumn(name, 'text', (column) => column.notNull()),
    table,
  )
}
