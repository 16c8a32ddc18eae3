import { ROOMS, commandOf, runNode, say } from './house.js'

/** Format, lint and types: what can be said without running anything. */
const CHECKS = [
  { name: 'format', args: () => [commandOf('prettier'), '--check', '--log-level', 'warn', '.'] },
  { name: 'lint', args: () => [commandOf('oxlint'), '--deny-warnings', ...ROOMS, 'bin'] },
  ...ROOMS.map((room) => ({
    name: `types of ${room}`,
    args: () => [commandOf('typescript', 'tsc'), '-p', room],
  })),
]

/** Answers the names of those that failed. */
export async function check() {
  /** @type {string[]} */
  const failed = []
  for (const { name, args } of CHECKS) {
    const started = Date.now()
    const code = await runNode(args())
    if (code >= 128) return [...failed, name]
    if (code !== 0) failed.push(name)
    say(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  }
  return failed
}
