import { ensureBuilt } from './build.js'
import { handOver } from './handOver.js'
import { ensureInstalled } from './install.js'

try {
  await ensureInstalled({ development: false })
  await ensureBuilt()
  await handOver('server/main.ts')
} catch (error) {
  process.stderr.write(`Forebay cannot start: ${error instanceof Error ? error.message : error}\n`)
  process.exit(1)
}
