// The command `lake`; bin/lake.cjs loads it.
import { readFileSync } from 'node:fs'
import { helpText, readCommand, UsageError } from './command/options.ts'
import { run } from './command/run.ts'
import { start } from './command/start.ts'
import { StartError } from './errors.ts'

process.umask(0o077) // stored files are private
try {
  const command = readCommand(process.argv.slice(2), process.env)
  if (command.name === 'help') console.log(helpText())
  else if (command.name === 'version') console.log(version())
  else if (command.name === 'start') await start(command.options)
  else {
    const { code, signal } = await run(command.options, command.program)
    if (signal) process.removeAllListeners(signal).kill(process.pid, signal)
    else process.exit(code)
  }
} catch (error) {
  const isExpected = error instanceof StartError || error instanceof UsageError
  process.stderr.write(`lake: ${isExpected ? error.message : (error as Error).stack}\n`)
  process.exit(error instanceof UsageError ? 2 : 1)
}

/** The version in package.json, which is beside the sources and above the compiled files. */
function version(): string {
  const base = import.meta.filename.endsWith('.ts') ? './' : '../'
  return JSON.parse(readFileSync(new URL(`${base}package.json`, import.meta.url), 'utf8')).version
}
