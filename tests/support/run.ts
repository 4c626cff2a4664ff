// Runs all parts of `npm test`, or of `npm run test:long` (--long), and counts failures (tests/README.md).
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { installShell } from '#tests/support/browser.ts'

type Outcome = { passed: number; failed: number; skipped: number; failures: string[] }

/** The fields that we read of the reports of Vitest (in Jest's format) and Playwright. */
type VitestReport = {
  testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[]
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
const long = process.argv.includes('--long')
const table: Record<string, Record<string, number>> = {}
const failures: string[] = []

process.chdir(root)
rmSync(results, { recursive: true, force: true })
mkdirSync(results)

if (!long) {
  part('lint and format', check('npm', 'run', '--silent', 'lint'))
  part('types', check('npm', 'run', '--silent', 'typecheck'))
  part('generated types', generatedTypes)
}
part('build', check('node', 'app/server/process/build.ts'))
part('unit tests', () => vitest(long ? 'long' : '!long'))
part('end-to-end tests', () => playwright(long ? 'long' : 'journeys'))

// Repeated at the end, because the beginning of a long log may be cut.
for (const failure of failures) console.log(`\nfailed: ${failure}`)
console.table(table)
const total = (column: string) => Object.values(table).reduce((sum, row) => sum + (row[column] ?? 0), 0)
console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
process.exitCode = total('failed') === 0 ? 0 : 1

function part(name: string, test: () => Outcome): void {
  console.log(`\n— ${name}`)
  const startedAt = Date.now()
  const { failures: names, ...counts } = test()
  table[name] = { ...counts, seconds: Math.round((Date.now() - startedAt) / 1000) }
  failures.push(...names.map((failure) => `${name}: ${failure}`))
}

function run(tool: string, ...args: string[]): boolean {
  const local = join(root, 'node_modules/.bin', tool)
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'test',
    FORCE_COLOR: '0',
    DO_NOT_TRACK: '1',
    no_proxy: [process.env.no_proxy ?? process.env.NO_PROXY, 'localhost,127.0.0.1,[::1]']
      .filter(Boolean)
      .join(),
  }
  return spawnSync(existsSync(local) ? local : tool, args, { stdio: 'inherit', env }).status === 0
}

function check(tool: string, ...args: string[]): () => Outcome {
  return () => singleOutcome(run(tool, ...args), [tool, ...args].join(' '))
}

function singleOutcome(ok: boolean, failure: string): Outcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, failures: ok ? [] : [failure] }
}

/** Checks that the committed types match the schema and the queries. */
function generatedTypes(): Outcome {
  const files = ['types', 'shapes'].map((name) => `app/content/${name}.generated.ts`)
  const read = () => files.map((file) => readFileSync(file, 'utf8'))
  const committed = read()
  const ok = run('npm', 'run', '--silent', 'types')
  const fresh = read()
  const stale = files.filter((_file, index) => fresh[index] !== committed[index])
  return singleOutcome(ok && stale.length === 0, `run "npm run types" and commit: ${stale.join(', ')}`)
}

function vitest(project: string): Outcome {
  const ok = run(
    ...(['vitest', 'run', '--project', project, '--reporter=default', '--reporter=json'] as const),
    '--outputFile.json=test-results/unit.json',
  )
  const tests = readReport<VitestReport>('unit.json')?.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
  )
  const withStatus = (...statuses: string[]) => tests?.filter(({ status }) => statuses.includes(status)) ?? []
  return withRunnerFailure(ok, {
    passed: withStatus('passed').length,
    failed: withStatus('failed').length,
    skipped: withStatus('pending', 'skipped', 'disabled', 'todo').length,
    failures: withStatus('failed').map(({ file, fullName }) => `${file} › ${fullName}`),
  })
}

function playwright(project: string): Outcome {
  installShell()
  const ok = run(
    ...(['playwright', 'test', '--config', 'tests/playwright.config.ts', '--project', project] as const),
    ...(long ? ['--max-failures=0'] : []),
  )
  const report = readReport<PlaywrightReport>('e2e.json')
  return withRunnerFailure(ok, {
    passed: report?.stats.expected ?? 0,
    failed: report ? report.stats.unexpected + report.stats.flaky : 0,
    skipped: report?.stats.skipped ?? 0,
    failures: failedSpecs(report ?? {}),
  })
}

/** Counts a failure if the test runner itself failed, or ran no test. */
function withRunnerFailure(ok: boolean, outcome: Outcome): Outcome {
  if (outcome.failed > 0 || (ok && outcome.passed > 0)) return outcome
  return { ...outcome, failed: 1, failures: ['the test runner itself'] }
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
