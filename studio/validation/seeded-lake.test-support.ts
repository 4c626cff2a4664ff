import { clientOf, testLake } from '#studio/lake/lake.test-support.ts'
import { seedDocuments } from '#studio/validation/seed.test-support.ts'

/** Returns a client of a lake with the starting content, without images. */
export async function seededClient() {
  const client = clientOf(await testLake(), { perspective: 'raw' })
  const transaction = client.transaction()
  for (const document of seedDocuments())
    transaction.createOrReplace(
      JSON.parse(JSON.stringify(document).replace(/"asset":\{[^}]*\}/g, '"asset":null')),
    )
  await transaction.commit()
  return client
}
