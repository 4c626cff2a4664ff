/** What Remix builds of the routes; a fresh clone has none yet. */
declare module '#build/server/index.js' {
  const build: import('@remix-run/node').ServerBuild
  export = build
}
