import { createClient } from '@sanity/client'
import { visionTool } from '@sanity/vision'
import { defineConfig } from 'sanity'
import { structureTool } from 'sanity/structure'
import { checksTool } from '#studio/checks/tool.tsx'
import { helpTool } from '#studio/help/tool.tsx'
import { inboxTool } from '#studio/inbox/tool.tsx'
import { localClient, localLake } from '#studio/local-lake.ts'
import { liveBadge } from '#studio/presentation/live-badge.ts'
import { presentation } from '#studio/presentation/presentation.ts'
import { sharePreview } from '#studio/presentation/share-preview.tsx'
import { acknowledgements } from '#studio/publish/acknowledgements.tsx'
import { documentActions } from '#studio/publish/actions.ts'
import { retrySaves } from '#studio/retry-saves.ts'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { localeOverrides } from '#studio/schema/locale-overrides.ts'
import { InvalidValueInput } from '#studio/schema/objects/invalid-value-input.tsx'
import { schemaTypes } from '#studio/schema/types.ts'
import { desk } from '#studio/structure/desk.ts'
import { unsavedEdits } from '#studio/structure/unsaved-edits.tsx'
import { EARLIER_VERSIONS, SINGLETONS } from '#studio/validation/document-kinds.ts'

const projectId = process.env.SANITY_STUDIO_PROJECT_ID
const dataset = process.env.SANITY_STUDIO_DATASET ?? 'production'

export default defineConfig({
  name: 'default',
  title: 'Keyturn content',
  dataset,
  ...(projectId ? { projectId } : localLake),
  unstable_clientFactory: (options) => {
    const { requestHandler, ...config } = projectId ? options : localClient(options)
    return createClient({ ...config, requestHandler: retrySaves(requestHandler) })
  },
  i18n: { bundles: localeOverrides },
  tools: (tools) => [...tools, checksTool, inboxTool, helpTool],
  plugins: [
    unsavedEdits(),
    structureTool({ structure: desk }),
    presentation,
    acknowledgements(),
    visionTool({ defaultApiVersion: API_VERSION }),
  ],
  form: { components: { input: InvalidValueInput } },
  schema: {
    types: schemaTypes,
    templates: (templates) => [
      ...templates.filter(({ schemaType }) => ![...SINGLETONS, ...EARLIER_VERSIONS].includes(schemaType)),
      { id: 'plan-rate', title: 'Lead rate', schemaType: 'plan', value: { kind: 'rate' } },
      { id: 'plan-bundle', title: 'Prepaid bundle', schemaType: 'plan', value: { kind: 'bundle' } },
    ],
  },
  document: {
    // A new plan is a lead rate or a prepaid bundle.
    newDocumentOptions: (templates) => templates.filter(({ templateId }) => templateId !== 'plan'),
    actions: (actions, context) => [...documentActions(actions, context), sharePreview],
    comments: { enabled: Boolean(projectId) },
    badges: (badges) => [...badges, liveBadge],
  },
})
