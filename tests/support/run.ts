// npm test: everything that decides whether a change may land, in one command. `-- NAME`: of the tests, only those in
// files whose path has that.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { bypassProxy } from '#app/server/process/child-environment.ts'
import { findBrowser, installShell } from '#tests/support/browser.ts'

type Outcome = { passed: number; failed: number; skipped: number; failures: string[] }

/** What we read of the reports that vitest (Jest's form) and playwright write. */
type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}
type PlaywrightSuite = {
  suites?: PlaywrightSuite[]
  specs?: { ok: boolean; file: string; line: number; title: string }[]
}
type PlaywrightReport = PlaywrightSuite & {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

const root = join(import.meta.dirname, '../..')
const results = join(root, 'test-results')
const env: NodeJS.ProcessEnv = {
  ...process.env,
  ...bypassProxy(process.env),
  NODE_ENV: 'test',
  FORCE_COLOR: '0',
  DO_NOT_TRACK: '1',
}
const only = process.argv.slice(2)
let ran = 0
const total: Outcome = { passed: 0, failed: 0, skipped: 0, failures: [] }

process.chdir(root)
rmSync(results, { recursive: true, force: true })
mkdirSync(results)

check('lint and format', ['biome', 'ci', '--error-on-warnings', '.'])
check('types', ['tsc', '--noEmit'])
checkGeneratedTypes()
check('build', ['node', 'app/server/process/build.ts'])
suite(
  'unit',
  [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    '--outputFile.json=test-results/unit.json',
    '--passWithNoTests',
    ...only,
  ],
  readVitest,
)
try {
  // It takes a quarter of a minute, and saves minutes where all of them are run.
  if (only.length === 0) installShell()
  findBrowser()
  suite(
    'end to end',
    ['playwright', 'test', '--config', 'tests/playwright.config.ts', '--pass-with-no-tests', ...only],
    readPlaywright,
  )
} catch (error) {
  fail(error instanceof Error ? error.message : String(error))
}

if (ran === 0) fail(`no test file’s path has ${only.join(' or ')}`)

// Named once more at the end: a long run's beginning is the first thing that a log loses.
for (const failure of total.failures) console.log(`\nfailed: ${failure}`)

console.log(
  `\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}`,
)
process.exit(total.failed === 0 ? 0 : 1)

function run(title: string, [tool = '', ...args]: string[]): boolean {
  console.log(`\n— ${title}`)
  const startedAt = Date.now()
  const local = join(root, 'node_modules/.bin', tool)
  const { status } = spawnSync(existsSync(local) ? local : tool, args, { stdio: 'inherit', env })
  console.log(
    `  ${title}: ${status === 0 ? 'ok' : 'failed'} in ${Math.round((Date.now() - startedAt) / 1000)} s`,
  )
  return status === 0
}

/** A command that is one check. */
function check(title: string, command: string[]): void {
  if (run(title, command)) total.passed++
  else fail(title)
}

function fail(what: string): void {
  total.failed++
  total.failures.push(what)
}

/** A test runner, whose report says how many there were. A runner that fails without a failed test counts as one. */
function suite(title: string, command: string[], read: () => Outcome | undefined): void {
  const ok = run(title, command)
  const outcome = read()
  total.passed += outcome?.passed ?? 0
  total.failed += outcome?.failed ?? 0
  total.skipped += outcome?.skipped ?? 0
  total.failures.push(...(outcome?.failures ?? []))
  const enough = only.length > 0 || (outcome?.passed ?? 0) > 0
  if (!outcome || !enough || (!ok && outcome.failed === 0)) fail(`${title} as a whole`)
  ran += (outcome?.passed ?? 0) + (outcome?.failed ?? 0) + (outcome?.skipped ?? 0)
}

/** The committed types and shapes are what schema and queries give now. */
function checkGeneratedTypes(): void {
  const files = ['types', 'shapes'].map((name) => `app/content/${name}.generated.ts`)
  const read = () => files.map((file) => readFileSync(join(root, file), 'utf8'))
  const committed = read()
  const ok = run('generated types', ['npm', 'run', '--silent', 'types'])
  const fresh = read()
  const stale = files.filter((_file, index) => fresh[index] !== committed[index])
  for (const file of stale) console.error(`  ${file} was stale: commit what "npm run types" made of it.`)
  if (ok && stale.length === 0) total.passed++
  else fail('generated types')
}

function readVitest(): Outcome | undefined {
  const report = readReport<VitestReport>('unit.json')
  return (
    report && {
      passed: report.numPassedTests,
      failed: report.numFailedTests,
      skipped: report.numPendingTests + report.numTodoTests,
      failures: report.testResults.flatMap((file) =>
        file.assertionResults
          .filter((test) => test.status === 'failed')
          .map(
            (test) => `${relative(root, file.name)} › ${test.fullName}\n${test.failureMessages.join('\n')}`,
          ),
      ),
    }
  )
}

function readPlaywright(): Outcome | undefined {
  const report = readReport<PlaywrightReport>('e2e.json')
  return (
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
      skipped: report.stats.skipped,
      failures: failedSpecs(report),
    }
  )
}

function failedSpecs({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  return [
    ...specs.filter((spec) => !spec.ok).map((spec) => `${spec.file}:${spec.line} › ${spec.title}`),
    ...suites.flatMap(failedSpecs),
  ]
}

function readReport<Report>(name: string): Report | undefined {
  const file = join(results, name)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : undefined
}
