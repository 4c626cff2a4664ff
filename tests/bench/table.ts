import { cpus, loadavg } from 'node:os'

/** `measured` and `goal` have the same unit; less is better. */
export type Row = { name: string; measured: number; unit: string; goal?: number; note?: string }

/** Prints measured values, goals, and their ratio: above 1, the goal is missed. */
export function printTable(title: string, rows: Row[]) {
  const load = loadavg()[0]!.toFixed(1)
  console.log(`\n${title} (${cpus().length} cores, load ${load}, Node ${process.versions.node})`)
  const lines = [
    ['', 'measured', 'goal', 'ratio', ''],
    ...rows.map(({ name, measured, unit, goal, note = '' }) => [
      name,
      `${format(measured)} ${unit}`,
      goal === undefined ? '' : `${goal} ${unit}`,
      goal === undefined ? '' : (measured / goal).toFixed(2),
      note,
    ]),
  ]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  for (const line of lines) {
    const cells = line.map((cell, column) =>
      column === 0 || column === 4 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
    )
    console.log(cells.join('  ').trimEnd())
  }
}

const format = (value: number) => (value >= 100 ? Math.round(value).toString() : value.toPrecision(2))
