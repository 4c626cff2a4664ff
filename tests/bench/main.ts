// npm run bench [-- PART …]: measures parts of the product against their goals. Nothing passes or fails.
import { printTable } from '#tests/bench/table.ts'

const PARTS = {
  assistant: () => import('#tests/bench/assistant.ts'),
  browser: () => import('#tests/bench/browser.ts'),
  capacity: () => import('#tests/bench/capacity.ts'),
  lake: () => import('#tests/bench/lake.ts'),
  server: () => import('#tests/bench/server.ts'),
}
type Part = keyof typeof PARTS

const parts = process.argv.slice(2)
const unknown = parts.find((name) => !(name in PARTS))
if (unknown) {
  console.error(`There is no part ${unknown}; choose from ${Object.keys(PARTS).join(', ')}.`)
  process.exit(1)
}
for (const name of (parts.length > 0 ? parts : Object.keys(PARTS)) as Part[]) {
  const { measure } = await PARTS[name]()
  printTable(name, await measure())
}
process.exit(0)
