import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { line, type Row } from '../row.ts'
import { alternate, median, medianRatio, ms } from '../stats.ts'
import type { WriteResult } from '../write-sheets.ts'

const ROUNDS = 5
const MB = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

export const sheets: Row = {
  name: 'sheets',
  title: 'a report of 100,000 rows as a workbook',
  async run(bench) {
    const results: Record<'ours' | 'plain', WriteResult[]> = { ours: [], plain: [] }
    const run = (kind: 'ours' | 'plain') => async (round: number) => {
      bench.report(`${kind}, ${round + 1} of ${ROUNDS}`)
      const result = await write(kind)
      results[kind].push(result)
      return result.ms
    }
    const times = await alternate(ROUNDS, { ours: run('ours'), plain: run('plain') })
    const ratio = medianRatio(times.ours, times.plain)
    const added = Math.max(...results.ours.map((r) => r.added))
    const late = Math.max(...results.ours.map((r) => r.late))
    return {
      lines: [
        line('a report of 100,000 rows x 12 to xlsx', {
          measured: ms(median(times.ours)),
          floor: `the library's plain stream of the same cells ${ms(median(times.plain))}`,
          ratio,
          aim: '<= 1.00',
          met: ratio <= 1,
          limit: 'numbers written as text, and deflating them.',
        }),
        line('  memory that it adds', {
          measured: MB(added),
          floor: `the library ${MB(Math.max(...results.plain.map((r) => r.added)))}`,
          aim: '<= 100 MB',
          met: added <= 100 * 2 ** 20,
          limit: 'young objects that are not collected yet.',
        }),
        line('  a timer meanwhile', {
          measured: `${ms(late)} late p95`,
          aim: '<= 100 ms',
          met: late <= 100,
          limit: 'one piece of 64 kB is written at a time; deflating has threads of its own.',
        }),
      ],
      notes: [
        `sheets: each of ${ROUNDS} rounds writes the workbook to nowhere in a process of its own, first ours (${MB(results.ours[0].bytes)}: cover, two rows of heads, units, frozen panes, sums and a chart), then the library's stream with one row of heads (${MB(results.plain[0].bytes)}). Memory is the peak of the process over what it held before; the worst round of memory and timer.`,
      ],
    }
  },
}

async function write(kind: 'ours' | 'plain'): Promise<WriteResult> {
  const child = fork(join(import.meta.dirname, '..', 'write-sheets.ts'), [kind], {
    stdio: 'inherit',
    // As npm start sets them (bin/handOver.js).
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
    execArgv: ['--max-semi-space-size=8'],
  })
  return Promise.race([
    once(child, 'message').then(([message]) => message as WriteResult),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the writer ended without a result (${code})`)
    }),
  ])
}
