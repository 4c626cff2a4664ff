import { parseArgs } from 'node:util'
import { startLake } from './lake.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '3333' }, data: { type: 'string', default: '.lake' } },
})
const lake = await startLake({ port: Number(values.port), dataDir: values.data })
console.log(`Content Lake: ${lake.url}`)
