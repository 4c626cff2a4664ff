// Loaded before start, build and tests (package.json): an older Node can't even read the files that would say so.
const OWN = 24

const [major] = process.version.slice(1).split('.')
if (Number(major) < OWN) {
  console.error(
    `Node ${OWN} is needed, which the project brings and npm’s scripts take (npm start; by hand node_modules/.bin/node): run npm ci, or, where npm is told to ignore-scripts, npm rebuild node --ignore-scripts=false (this is ${process.version}).`,
  )
  process.exit(1)
}
