// Takes the place of Remix's own (vite.config.ts): a kilobyte for finding out about routes, all of which a page knows from
// the beginning (`v3_lazyRouteDiscovery` is off).
export const isFogOfWarEnabled = () => false
export const getPartialManifest = <Manifest>(manifest: Manifest): Manifest => manifest
export const getPatchRoutesOnNavigationFunction = () => undefined
export const useFogOFWarDiscovery = () => {}
