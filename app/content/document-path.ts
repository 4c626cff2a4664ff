/** The path of the page that a document's or a data request's path (`/about.data`, `/_root.data`: Remix, single fetch) is for. */
export const documentPath = (path: string): string => path.replace(/\.data$/, '').replace(/^\/_root$/, '/')
