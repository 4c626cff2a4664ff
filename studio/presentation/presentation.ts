import { defineDocuments, presentationTool } from 'sanity/presentation'
import { locations } from '#studio/presentation/locations.ts'
import { siteUrl } from '#studio/presentation/site-url.ts'

/** The site inside the Studio: drafts as they are typed, and a click on anything leads to its field. */
export const presentation = presentationTool({
  title: 'See the site',
  previewUrl: {
    initial: ({ client }) => siteUrl(client),
    // "Share preview" of a document gives links that end and show one page; the tool's own show everything for good.
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
