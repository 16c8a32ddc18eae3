import { join } from 'node:path'
import { CORES, ROOMS, ROOT, commandOf, runNode, say } from './project.js'

/** What was formatted before, by content: a new checkout changes no file. */
const FORMATTED = join(ROOT, 'tmp', 'formatted')

/** Format, lint and types: what can be said without running anything. */
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

/** As many at a time as there are cores; the format first, which takes longest. Answers the names of those that failed. */
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
      // Ended by a signal: whoever sent it wants no more.
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
