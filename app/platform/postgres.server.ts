import type { Pool, PoolConfig } from 'pg'
import type { Log } from '#app/platform/log.ts'

/** Opens a pool of connections to PostgreSQL. It connects at the first query. */
export async function openPool(databaseUrl: string, log: Log, options: PoolConfig): Promise<Pool> {
  // Imported only here, so that a process on SQLite starts sooner.
  const { default: pg } = await import('pg')
  const pool = new pg.Pool({ connectionString: withPlainIpv6(databaseUrl), ...options })
  // An unhandled error event would end the process.
  pool.on('error', (error) => log('warn', 'lost an idle database connection', { error: error.message }))
  pool.on('connect', (client) =>
    client.on('error', (error) => log('warn', 'lost a database connection', { error: error.message })),
  )
  return pool
}

/** pg mistakes an IPv6 address in brackets for a name. As a parameter it needs no brackets. */
function withPlainIpv6(databaseUrl: string): string {
  const url = URL.parse(databaseUrl)
  const [, address] = /^\[(.+)\]$/.exec(url?.hostname ?? '') ?? []
  if (!url || !address) return databaseUrl
  url.searchParams.set('host', address)
  return url.href
}
