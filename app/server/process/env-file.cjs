// Loaded before each npm command that reads variables (package.json). --env-file-if-exists would skip an unreadable file and
// wrong lines silently: a site without its PayPal credentials takes test payments.
require('./own-node.cjs')
const { existsSync, readFileSync } = require('node:fs')
const { parseEnv } = require('node:util')

/** `NAME=value`, `NAME="value"`, a comment or nothing. Node would cut an unquoted value at a `#`. */
const LINE =
  /^\s*(?:(?:export\s+)?[A-Za-z_]\w*\s*=\s*(?:"[^"]*"|'[^']*'|`[^`]*`|[^"'`#\s](?:[^#]*[^#\s])?)?(?:\s+#.*)?|#.*)?\s*$/

// Tests set ENV_FILE to /dev/null.
const { ENV_FILE: file = '.env' } = process.env
if (process.env.ENV_FILE || existsSync(file))
  try {
    load(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  } catch ({ message }) {
    console.error(`${file} can’t be used: ${message}`)
    process.exit(1)
  }

/** Sets the variables that the environment lacks. */
function load(text) {
  const wrong = text.split('\n').findIndex((line) => !LINE.test(line))
  if (wrong >= 0)
    throw new Error(
      `line ${wrong + 1} is not NAME=value. Put quotes around a value that contains # or a quote.`,
    )
  const values = Object.entries(parseEnv(text))
  const hidden = values.filter(([name, value]) => (process.env[name] ?? value) !== value)
  const names = hidden.map(([name]) => name).sort()
  if (names.length > 0) console.error(`The environment, not ${file}, sets: ${names.join(', ')}`)
  const added = values.filter(([name]) => process.env[name] === undefined)
  for (const [name, value] of added) process.env[name] = value
  // Node reads these two at its start only.
  const { NODE_EXTRA_CA_CERTS: certificates, NODE_USE_ENV_PROXY: usesProxy } = process.env
  const { getCACertificates, setDefaultCACertificates } = require('node:tls')
  if (certificates)
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(certificates, 'utf8')])
  if (usesProxy) require('node:http').setGlobalProxyFromEnv()
}
