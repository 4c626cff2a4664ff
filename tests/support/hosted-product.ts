import { type HostedLake, hostedLake } from '#studio/lake/hosted-lake.test-support.ts'
import { seedContent } from '#studio/seed/content.ts'
import { type Product, startProduct } from '#tests/support/product.ts'
import { newFolder } from '#tests/support/temporary-folder.ts'

/** Starts site and backend with a simulated hosted Sanity project that has the starting content. */
export async function startHostedProduct(
  worker: number,
  options: Partial<Parameters<typeof hostedLake>[0]> = {},
): Promise<{ lake: HostedLake; product: Product; stop(): Promise<void> }> {
  const lake = await hostedLake({ dataDir: newFolder(), ...options })
  try {
    await seedContent(lake.editor)
    const product = await startProduct({ worker, hosted: lake })
    return {
      lake,
      product,
      async stop() {
        await product.stop()
        await lake.close()
      },
    }
  } catch (error) {
    await lake.close()
    throw error
  }
}
