import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs the system's tar. Rejects with an Error of one line. */
export async function tar(args: string[]): Promise<void> {
  await promisify(execFile)('tar', args).catch(({ stderr, message }: Error & { stderr?: string }) => {
    const [line = ''] = (stderr || message).trim().split('\n')
    // On a full disk, tar only says how much it wrote.
    throw new Error(/: Wrote only \d/.test(line) ? `${line}: is the disk full?` : line)
  })
}
