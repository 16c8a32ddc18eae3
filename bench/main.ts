import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeArchive, type Archive } from './archive.ts'
import { startCluster } from './cluster.ts'
import { commit, describeMachine } from './machine.ts'
import { line, type Bench, type Result, type Row } from './row.ts'
import { rows } from './rows/index.ts'
import { resultsText } from './results.ts'
import { aligned, misses } from './table.ts'

const RESULTS = join(import.meta.dirname, 'RESULTS.md')

const report = (text: string) => process.stderr.write(`${text}\n`)

/** Runs all rows, or those named. Only a run of all of them is written to RESULTS.md. */
async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !rows.some((r) => r.name === name))
  if (unknown.length > 0) {
    report(`there is no ${unknown.join(', ')}; rows: ${rows.map((r) => r.name).join(', ')}`)
    return 1
  }
  const chosen = names.length === 0 ? rows : rows.filter((r) => names.includes(r.name))
  const started = performance.now()
  const version = commit()
  const cluster = await startCluster()
  const results: Result[] = []
  let archive: Promise<Archive> | null = null
  try {
    const machine = describeMachine(cluster.version)
    for (const row of chosen) {
      report(`${row.name}: ${row.title}`)
      const bench: Bench = {
        report: (text) => report(`  ${text}`),
        database: () => cluster.database(),
        archive: () => (archive ??= makeArchive(bench)),
      }
      results.push(await row.run(bench).catch((error: Error) => failure(row, error)))
    }
    const lines = results.flatMap((r) => r.lines)
    const notes = results.flatMap((r) => r.notes).map((n) => `- ${n}`)
    process.stdout.write(
      `\n${aligned(lines)}\n\n${[misses(lines), ...notes].filter((n) => n !== '').join('\n')}\n`,
    )
    if (chosen.length === rows.length) {
      const seconds = (performance.now() - started) / 1000
      writeFileSync(RESULTS, resultsText({ commit: version, machine, results, seconds }))
    }
  } finally {
    await (archive as Promise<Archive> | null)?.then((a) => a.close()).catch(() => {})
    await cluster.stop()
  }
  return results.some((r) => r.failed) ? 1 : 0
}

/** The result of a row that failed; the others continue. */
function failure(row: Row, error: Error): Result {
  report(`  failed: ${error.stack ?? error.message}`)
  const first = error.message.split('\n')[0].slice(0, 120)
  return {
    lines: [line(row.title, { measured: 'failed', aim: '', met: false })],
    notes: [`${row.name} failed: ${first}`],
    failed: true,
  }
}

process.exitCode = await main(process.argv.slice(2))
