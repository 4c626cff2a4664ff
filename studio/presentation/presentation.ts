import { defineDocuments, presentationTool } from 'sanity/presentation'
import { locations } from '#studio/presentation/locations.ts'
import { siteUrl } from '#studio/ui/site-url.ts'

/** The tool "See the site": the site with drafts. A click on a text or image opens its field. */
export const presentation = presentationTool({
  title: 'See the site',
  previewUrl: {
    initial: ({ client }) => siteUrl(client),
    // The tool's share links would show all drafts and never expire; share-preview.tsx replaces them.
    previewMode: { enable: '/api/preview/enable', shareAccess: false },
  },
  resolve: {
    locations,
    mainDocuments: defineDocuments([
      { route: '/', filter: '_type == "page" && slug.current == "home"' },
      { route: '/resources/:slug', filter: '_type == "article" && slug.current == $slug' },
      { route: '/:slug', filter: '_type in ["page", "policy"] && slug.current == $slug' },
    ]),
  },
})
