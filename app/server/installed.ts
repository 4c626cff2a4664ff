import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Packages = Record<string, { version?: string; link?: boolean; optional?: boolean }>

/** The first package that is not installed as the lockfile names it, as after a pull: what npm itself last wrote down tells. */
export function notInstalled(root: string): string | undefined {
  const wanted = packagesOf(join(root, 'package-lock.json'))
  const there = packagesOf(join(root, 'node_modules/.package-lock.json'))
  for (const [path, { version, link, optional }] of Object.entries(wanted)) {
    const name = /^(?:.*\/)?node_modules\/(.+)$/.exec(path)?.[1]
    const is = there[path]?.version
    if (name && !link && !optional && is !== version)
      return `${name} ${version}${is ? ` (there is ${is})` : ''}`
  }
  return undefined
}

function packagesOf(file: string): Packages {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return {}
  }
}
