/** The server build of Remix, which a fresh clone does not have yet. */
declare module '#build/server/index.js' {
  const build: import('@remix-run/node').ServerBuild
  export = build
}
