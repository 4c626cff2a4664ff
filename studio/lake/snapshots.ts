import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AssetFiles } from './assets/asset-files.ts'
import type { openDatasets } from './dataset.ts'
import type { Store } from './store/store.ts'
import { DATABASE } from './store/store-file.ts'

/** The folder of the uploaded files in a snapshot. */
export const ASSETS = 'assets'

/** The state of a lake, for `restore()` until the lake closes. */
export type Snapshot = {
  /** @internal */
  readonly folder: string
}

/** @internal Snapshots of the database (without the sign-ins) and of the uploaded files. */
export function createSnapshots(
  { store, datasets, files }: { store: Store; datasets: ReturnType<typeof openDatasets>; files: AssetFiles },
  onReplaced: () => void,
) {
  const folders: string[] = []

  /** Copies the files first, because a document must not precede its file. */
  const replace = (assets: string | undefined, fill: () => void | Promise<void>): Promise<void> =>
    datasets.exclusively(async () => {
      if (assets) await files.copyFrom(assets)
      await fill()
      datasets.reload()
      onReplaced()
    })

  return {
    replace,
    take: (): Promise<Snapshot> =>
      datasets.exclusively(async () => {
        const folder = await mkdtemp(join(tmpdir(), 'lake-snapshot-'))
        folders.push(folder)
        store.copyTo(join(folder, DATABASE))
        await files.copyTo(join(folder, ASSETS))
        return { folder }
      }),
    restore: ({ folder }: Snapshot) =>
      replace(join(folder, ASSETS), () => store.restore(join(folder, DATABASE))),
    async close() {
      for (const folder of folders) await rm(folder, { recursive: true, force: true })
    },
  }
}
