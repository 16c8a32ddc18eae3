import { ensureBuilt } from './build.js'
import { check } from './checks.js'
import { dev } from './dev.js'
import { commandOf, runNode, say } from './project.js'
import { ensureInstalled } from './install.js'

/** @type {Record<string, { development?: boolean, pages?: boolean, run: (args: string[]) => Promise<number> }>} */
const COMMANDS = {
  dev: { run: dev },
  'test:quick': { development: true, run: testQuick },
  format: {
    development: true,
    run: () => runNode([commandOf('prettier'), '--write', '--log-level', 'warn', '.']),
  },
  proof: { development: true, pages: true, run: (args) => runNode(['tests/proof/main.ts', ...args]) },
  bench: { development: true, pages: true, run: (args) => runNode(['bench/main.ts', ...args]) },
  shots: { development: true, pages: true, run: (args) => runNode(['tests/shots/main.ts', ...args]) },
  backup: { run: (args) => runNode(['server/backup/main.ts', 'backup', ...args]) },
  restore: { run: (args) => runNode(['server/backup/main.ts', 'restore', ...args]) },
  import: { run: (args) => runNode(['server/commands/import/main.ts', ...args]) },
  distribute: { run: (args) => runNode(['server/commands/distribute/main.ts', ...args]) },
}

/** Runs all checks and tests that need no database. */
async function testQuick() {
  const failed = await check()
  const code = await runNode([commandOf('vitest'), 'run', '--project', 'pure', '--reporter=dot'])
  if (failed.length > 0) say(`failed: ${failed.join(', ')}`)
  return failed.length > 0 || code !== 0 ? 1 : 0
}

const [name, ...args] = process.argv.slice(2)
try {
  const command = COMMANDS[name]
  if (!command) throw new Error(`npm run ${Object.keys(COMMANDS).join(' | ')}`)
  await ensureInstalled({ development: command.development ?? false })
  if (command.pages) await ensureBuilt()
  process.exitCode = await command.run(args)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
  process.exitCode = 1
}
