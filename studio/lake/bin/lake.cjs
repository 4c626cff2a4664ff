#!/usr/bin/env node
// CommonJS, so that old versions of Node can read it.
const { existsSync } = require('node:fs')
const { join } = require('node:path')
const { pathToFileURL } = require('node:url')

if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(`lake: Node 24 or newer is needed; this is ${process.version}.`)
  process.exit(1)
}
// The package has compiled files; the repository runs the sources.
const source = join(__dirname, '../cli.ts')
import(pathToFileURL(existsSync(source) ? source : join(__dirname, '../dist/cli.js')).href)
