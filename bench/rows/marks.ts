import { getOutlets } from '#contract/dashboard.ts'
import { login } from '#contract/auth.ts'
import { fullPath } from '#contract/endpoint.ts'
import { getHistory } from '#contract/readings.ts'
import { getMarks } from '#contract/timeline.ts'
import { DAY, MINUTE, toLocal } from '#core/time/index.ts'
import { settledDemo } from '../demo.ts'
import { Connection, dataOf, request } from '../http.ts'
import { line, type Row } from '../row.ts'
import { median, ms, percentile, time } from '../stats.ts'

const DAYS = 31
const ROUNDS = 40
const ZONE = 'Asia/Ho_Chi_Minh'

/** Marks of a month: movements are found in openings and powers, so reading these is the least possible work. */
export const marks: Row = {
  name: 'marks',
  title: `marks beside a chart of ${DAYS} days`,
  async run(bench) {
    const demo = await settledDemo(bench.report, DAYS + 1)
    try {
      const connection = await Connection.open(demo.url)
      try {
        const { token } = dataOf<{ token: { access: string } }>(
          await connection.send(
            request(
              'POST',
              fullPath(login),
              { 'content-type': 'application/json' },
              JSON.stringify({ username: 'viewer', password: demo.password }),
            ),
          ),
        )
        const headers = { authorization: `Bearer ${token.access}`, 'content-type': 'application/json' }
        const outlets = dataOf<{ series: { input: string | null } }[]>(
          await connection.send(request('GET', fullPath(getOutlets), headers)),
        )
        const series = [...new Set(outlets.flatMap((o) => o.series.input ?? []))]
        const took = { marks: [] as number[], reading: [] as number[] }
        let total = 0
        bench.report(`${ROUNDS} times the marks, and the readings that they are found in`)
        for (let i = -3; i < ROUNDS; i++) {
          // Every span has another start, and ends within the stored past.
          const to = Math.floor(Date.now() / MINUTE) * MINUTE - (i + 3) * MINUTE
          const from = to - DAYS * DAY
          const call = request(
            'POST',
            fullPath(getMarks),
            headers,
            JSON.stringify({ from: toLocal(from, ZONE), to: toLocal(to, ZONE) }),
          )
          const read = request(
            'POST',
            fullPath(getHistory),
            headers,
            JSON.stringify({ series, from, to, px: 10_000 }),
          )
          const a = await time(async () => {
            total = dataOf<{ total: number }>(await connection.send(call)).total
          })
          const b = await time(async () => {
            dataOf(await connection.send(read))
          })
          if (i < 0) continue
          took.marks.push(a)
          took.reading.push(b)
        }
        if (total === 0) throw new Error('the demo moved nothing in a month')
        const ratio = median(took.marks) / median(took.reading)
        return {
          lines: [
            line(`marks of ${DAYS} days, HTTP`, {
              measured: `${ms(median(took.marks))} median, ${ms(percentile(took.marks, 0.95))} p95`,
              floor: `the openings and powers read ${ms(median(took.reading))}`,
              ratio,
              aim: '',
              met: null,
            }),
          ],
          notes: [
            `marks: ${ROUNDS} calls of POST ${fullPath(getMarks)} with ${total} marks of ${series.length} gates and units, in turns with POST ${fullPath(getHistory)} of the series that the moves are found in, not thinned.`,
          ],
        }
      } finally {
        connection.close()
      }
    } finally {
      await demo.close()
    }
  },
}
