// Loaded before start, build and tests (package.json), because an older Node can't parse the TypeScript files.
const REQUIRED_MAJOR = 24

const [major] = process.version.slice(1).split('.')
if (Number(major) < REQUIRED_MAJOR) {
  console.error(
    `This project needs Node ${REQUIRED_MAJOR}, this is ${process.version}. Run "npm ci", which installs it, then start with npm. If npm ignores scripts, also run "npm rebuild node --ignore-scripts=false".`,
  )
  process.exit(1)
}
