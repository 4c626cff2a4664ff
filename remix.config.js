/**
 * Remix's options. vite.config.ts hands them to Remix's Vite plugin.
 * @type {import('@remix-run/dev').VitePluginConfig}
 */
export default {
  appDirectory: 'app',
  // `npm run build` puts it beside the one that is in use, until it is whole (app/server/process/build.ts).
  buildDirectory: process.env.BUILD_INTO ?? 'build',
  // The style guide is for developers: it is no part of the production build.
  routes: (defineRoutes) =>
    defineRoutes((route) => {
      if (process.env.NODE_ENV === 'development') route('styleguide', 'ui/styleguide-route.tsx')
    }),
  ignoredRouteFiles: ['**/*.test.*', '**/*.css'],
  future: {
    // While developing: all libraries are found before the first page, or it would get two Reacts.
    unstable_optimizeDeps: true,
    v3_fetcherPersist: true,
    v3_lazyRouteDiscovery: false,
    v3_relativeSplatPath: true,
    v3_singleFetch: true,
    v3_throwAbortReason: true,
  },
}
