import { defineCliConfig } from 'sanity/cli'

export default defineCliConfig({
  api: {
    projectId: process.env.SANITY_STUDIO_PROJECT_ID ?? 'local',
    dataset: process.env.SANITY_STUDIO_DATASET ?? 'production',
  },
  deployment: { autoUpdates: false },
  typegen: {
    path: ['../app/content/*.ts', '../app/blocks/query.ts'],
    schema: '.sanity/schema.json',
    generates: '../app/content/types.generated.ts',
    overloadClientMethods: true,
  },
})
