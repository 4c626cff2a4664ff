import { join } from 'node:path'
import { defineCliConfig } from 'sanity/cli'
import { checkAtOnce } from '#studio/features/checked-at-once.ts'
import { rememberFeatures } from '#studio/features/known.ts'

export default defineCliConfig({
  api: {
    projectId: process.env.SANITY_STUDIO_PROJECT_ID ?? 'local',
    dataset: process.env.SANITY_STUDIO_DATASET ?? 'production',
  },
  deployment: { autoUpdates: false },
  vite: {
    plugins: [rememberFeatures(), checkAtOnce()],
    resolve: {
      alias: [{ find: /^@sanity\/client$/, replacement: join(import.meta.dirname, 'one-host.ts') }],
    },
  },
  typegen: {
    path: '../app/content/*.ts',
    schema: '.sanity/schema.json',
    generates: '../app/content/types.generated.ts',
    overloadClientMethods: true,
  },
})
