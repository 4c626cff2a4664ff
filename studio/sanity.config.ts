import { createClient } from '@sanity/client'
import { visionTool } from '@sanity/vision'
import { defineConfig } from 'sanity'
import { structureTool } from 'sanity/structure'
import { codeAhead } from '#studio/features/ahead.tsx'
import { askedAgain } from '#studio/features/asked-again.ts'
import { carriedOut } from '#studio/features/carried-out.tsx'
import { featuresFirst } from '#studio/features/first.tsx'
import { foundByPrice } from '#studio/features/found-by-price.ts'
import '#studio/features/gone-drafts.ts'
import { keptFromTyping } from '#studio/features/kept-from-typing.tsx'
import { leavingDrafts } from '#studio/features/leaving-drafts.ts'
import { notSaved } from '#studio/features/not-saved.tsx'
import '#studio/features/sent-together.ts'
import { signedInAgain } from '#studio/features/signed-in-again.ts'
import { uploadedAnyway } from '#studio/features/uploads.ts'
import '#studio/features/tidied-paste.ts'
import { checksTool } from '#studio/checks/tool.tsx'
import { inboxTool } from '#studio/inbox/tool.tsx'
import { liveBadge } from '#studio/presentation/live-badge.ts'
import { presentation } from '#studio/presentation/presentation.ts'
import { sharePreview } from '#studio/presentation/share-preview.tsx'
import { documentActions } from '#studio/publish/actions.ts'
import { ReleaseRemovals } from '#studio/publish/release-removals.tsx'
import { API_VERSION } from '#studio/schema/api-version.ts'
import { KEPT_VERSIONS, SINGLETONS } from '#studio/schema/document-kinds.ts'
import { plainWords } from '#studio/schema/plain-words.ts'
import { schemaTypes } from '#studio/schema/types.ts'
import { desk } from '#studio/structure/desk.ts'

// Set for Sanity's hosted Content Lake (README, "Going live"); unset, the Studio talks to the local lake
// that serves it, whatever its port.
const projectId = process.env.SANITY_STUDIO_PROJECT_ID
const dataset = process.env.SANITY_STUDIO_DATASET ?? 'production'

// The Studio warns of HTTP/1.1, which hurts only across a network: on this machine it is as quick, and the lake
// spreads its event streams over several ports. The key is the one of the Studio's own "Don't show again".
if (!projectId && typeof window !== 'undefined') {
  window.sessionStorage.setItem(
    'sanity-studio.network.check.snooze',
    JSON.stringify(new Date().toISOString()),
  )
}

const localLake = {
  projectId: 'local',
  apiHost: typeof window === 'undefined' ? 'http://localhost:3333' : window.location.origin,
  auth: { loginMethod: 'cookie' as const },
}

export default defineConfig({
  name: 'default',
  title: 'Keyturn content',
  dataset,
  ...(projectId ? { projectId } : localLake),
  unstable_clientFactory: ({ requestHandler, ...options }) => {
    const signedIn = projectId ? requestHandler : signedInAgain(requestHandler)
    return createClient({
      ...options,
      requestHandler: leavingDrafts(askedAgain(foundByPrice(signedIn))),
    })
  },
  i18n: { bundles: plainWords },
  studio: { components: { activeToolLayout: ReleaseRemovals } },
  tools: (tools) => [...tools, checksTool, inboxTool],
  plugins: [
    featuresFirst(), // the first one's layout is around all the others'
    codeAhead(),
    carriedOut(),
    keptFromTyping(),
    notSaved(),
    structureTool({ structure: desk }),
    presentation,
    visionTool({ defaultApiVersion: API_VERSION }),
  ],
  form: { image: { assetSources: uploadedAnyway } },
  schema: {
    types: schemaTypes,
    templates: (templates) => [
      ...templates.filter(({ schemaType }) => ![...SINGLETONS, ...KEPT_VERSIONS].includes(schemaType)),
      { id: 'plan-rate', title: 'Lead rate', schemaType: 'plan', value: { kind: 'rate' } },
      { id: 'plan-bundle', title: 'Prepaid bundle', schemaType: 'plan', value: { kind: 'bundle' } },
    ],
  },
  document: {
    // A plan starts as a rate or as a bundle, never as neither.
    newDocumentOptions: (templates) => templates.filter(({ templateId }) => templateId !== 'plan'),
    actions: (actions, context) => [...documentActions(actions, context), sharePreview],
    badges: (badges) => [...badges, liveBadge],
  },
})
