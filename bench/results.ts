import type { Machine } from './machine.ts'
import type { Result } from './row.ts'
import { markdown, misses } from './table.ts'

/** The text of bench/RESULTS.md. */
export function resultsText(run: {
  commit: string
  machine: Machine
  results: readonly Result[]
  seconds: number
}): string {
  const lines = run.results.flatMap((r) => r.lines)
  const missed = lines.filter((l) => l.met === false).length
  const aimed = lines.filter((l) => l.met !== null).length
  return `# Results of npm run bench

${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, commit ${run.commit}, ${Math.round(run.seconds)} s in all; ${aimed - missed} of ${aimed} aims met.

${run.machine.lines.map((l) => `- ${l}`).join('\n')}

Ratios hold within this run: each floor was measured beside what it is the floor of, in turns.${run.machine.busy ? ' The machine had other work to do meanwhile: rates and times that are no ratio are worse than it gives alone, and so are ratios of what needs several processes to what needs one.' : ''}

${markdown(lines)}

${missed === 0 ? '' : `## Missed, and where the limit is\n\n${misses(lines)}\n\n`}## How it is measured

${run.results
  .flatMap((r) => r.notes)
  .map((n) => `- ${n}`)
  .join('\n')}
`
}
