import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '#tests/support/temporary-folder.ts'

const root = join(import.meta.dirname, '..')

/** `isolatedModules` makes TypeScript 7 pass over them (`verbatimModuleSyntax` asks the same of imports and exports). */
test('types that were checked before are checked again where generated ones changed beneath them', () => {
  const folder = newFolder()
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const generated = (kinds: string) =>
    write(
      'generated.ts',
      `declare global { interface Queries { q: 1 } }\nexport type Result = { kind: ${kinds} } | null`,
    )
  const check = () => spawnSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { encoding: 'utf8' })
  write(
    'tsconfig.json',
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { tsBuildInfoFile: 'tsbuildinfo', types: [] },
      include: ['*.ts'],
    }),
  )
  generated(`'a'`)
  write(
    'types.ts',
    `import type { Result } from './generated.ts'\nexport type Kind = NonNullable<Result>['kind']`,
  )
  write('view.ts', `import type { Kind } from './types.ts'\nexport const all: Record<Kind, 1> = { a: 1 }`)
  expect(check()).toMatchObject({ status: 0, stdout: '' })
  generated(`'a' | 'b'`)
  expect(check()).toMatchObject({ stdout: expect.stringContaining('view.ts') })
})
