import { join } from 'node:path'
import { CORES, ROOMS, ROOT, commandOf, runNode, say } from './project.js'

/** Cache of formatted files by content, so that a new checkout counts as unchanged. */
const FORMATTED = join(ROOT, 'tmp', 'formatted')

/** Format, lint and types: all checks that run no code of the project. */
const CHECKS = [
  {
    name: 'format',
    args: () => [
      commandOf('prettier'),
      ...['--check', '--log-level', 'warn', '--cache', '--cache-strategy', 'content'],
      ...['--cache-location', FORMATTED, '.'],
    ],
  },
  { name: 'lint', args: () => [commandOf('oxlint'), '--deny-warnings', ...ROOMS, 'bin'] },
  ...ROOMS.map((room) => ({
    name: `types of ${room}`,
    args: () => [commandOf('typescript', 'tsc'), '-p', room],
  })),
]

/**
 * Runs as many checks at a time as there are cores, the longest (format) first. Returns the names of those that failed.
 */
export async function check() {
  /** @type {string[]} */
  const failed = []
  const rest = [...CHECKS]
  let stopped = false
  const one = async () => {
    for (let next = rest.shift(); next && !stopped; next = rest.shift()) {
      const started = Date.now()
      const code = await runNode(next.args())
      if (code !== 0) failed.push(next.name)
      // Ended by a signal, whose sender wants no further checks.
      if (code >= 128) stopped = true
      else
        say(
          `${code === 0 ? 'ok    ' : 'FAILED'} ${next.name} (${((Date.now() - started) / 1000).toFixed(1)} s)`,
        )
    }
  }
  await Promise.all(Array.from({ length: CORES }, one))
  return failed
}
