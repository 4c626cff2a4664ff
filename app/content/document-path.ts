/** The path of the page that a document or data request is for. Remix adds `.data` to data requests. */
export const documentPath = (path: string): string => path.replace(/\.data$/, '').replace(/^\/_root$/, '/')
