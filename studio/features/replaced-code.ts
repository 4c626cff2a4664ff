/**
 * A plugin for Vite that replaces a piece of Sanity's code, where there is no other way to change what it does. Fails the build
 * where it stands nowhere any more.
 */
export function replacedCode({ name, original, by }: { name: string; original: string; by: string }) {
  let found = false
  return {
    name,
    transform(code: string) {
      if (!code.includes(original)) return
      found = true
      return { code: code.replace(original, by), map: null }
    },
    buildEnd(this: { error: (message: string) => never }, error?: Error) {
      if (!found && !error) this.error(`${name}: this version of sanity has no “${original}” to replace`)
    },
  }
}
