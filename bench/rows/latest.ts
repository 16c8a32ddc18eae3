import { get } from 'node:http'
import { fullPath } from '#contract/endpoint.ts'
import { getFeed } from '#contract/feed.ts'
import { openPlace } from '../fixture.ts'
import { line, type Row } from '../row.ts'
import { startProduct } from '../server.ts'
import { ms, percentile, time } from '../stats.ts'
import { level, STEP } from '../water.ts'

const SERIES = Array.from({ length: 200 }, (_, i) => `gauge.${String(i).padStart(3, '0')}`)
const ROUNDS = 150

export const latest: Row = {
  name: 'latest',
  title: 'latest value of 200 series',
  async run(bench) {
    const database = await bench.database()
    const place = await openPlace(database)
    try {
      await place.declare(SERIES)
      const to = Math.floor(Date.now() / STEP) * STEP
      const data = level(1, to - 100 * STEP, to)
      bench.report('writing 200 series')
      for (const code of SERIES)
        await place.history.write(
          { hydroCode: place.hydro, series: Array.from(data.t, () => code), ...data },
          { source: 'ingest' },
        )
      const direct: number[] = []
      for (let i = -5; i < ROUNDS; i++) {
        const took = await time(async () => {
          const found = await place.history.last(place.hydro, SERIES)
          if (found.size !== SERIES.length) throw new Error('a last value is missing')
        })
        if (i >= 0) direct.push(took)
      }
      const product = await startProduct({ DATABASE_URL: place.url, DEMO: '0' })
      try {
        const token = await product.signIn()
        const stream: number[] = []
        for (let i = -5; i < ROUNDS; i++) {
          const took = await time(() => snapshot(product.url, token))
          if (i >= 0) stream.push(took)
        }
        const p95 = percentile(direct, 0.95)
        const http = percentile(stream, 0.95)
        return {
          lines: [
            line('latest value of 200 series', {
              measured: `${ms(p95)} p95`,
              aim: '<= 10 ms p95',
              met: p95 <= 10,
            }),
            line('  over HTTP: a feed opened, its snapshot read', {
              measured: `${ms(http)} p95`,
              aim: '<= 10 ms p95',
              met: http <= 10,
            }),
          ],
          notes: [
            `latest: ${ROUNDS} calls of history.last; and ${ROUNDS} new connections to the feed, from the call to the end of the snapshot with all of them.`,
          ],
        }
      } finally {
        await product.stop()
      }
    } finally {
      await place.close()
      await database.drop()
    }
  },
}

/** Opens the feed, reads its first event, and closes it. */
function snapshot(url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const call = get(
      `${url}${fullPath(getFeed)}`,
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => {
          text += part
          if (!text.endsWith('\n\n')) return
          call.destroy()
          const data = JSON.parse(text.slice(text.indexOf('data: ') + 6)) as { last: [string][] }
          const found = new Set(data.last.map(([code]) => code))
          if (SERIES.every((code) => found.has(code))) resolve()
          else reject(new Error('the snapshot lacks a series'))
        })
      },
    )
    call.on('error', reject)
  })
}
