import { settledDemo } from '../demo.ts'
import { CATEGORIES, scorePages, type Category } from '../page-scores.ts'
import { line, type Row } from '../row.ts'
import { median } from '../stats.ts'

const RUNS = 5
const AIM: Record<Category, number> = { performance: 95, accessibility: 100, 'best-practices': 95 }

export const lighthouseRow: Row = {
  name: 'lighthouse',
  title: `sign-in and dashboard by Lighthouse, desktop preset, median of ${RUNS}`,
  async run(bench) {
    const demo = await settledDemo(bench.report)
    try {
      const pages = await scorePages(
        demo.url,
        { username: 'operator', password: demo.password },
        RUNS,
        bench.report,
      )
      return {
        lines: pages.flatMap(({ page, points }) =>
          CATEGORIES.map((category) => {
            const all = points.map((p) => p[category])
            const middle = median(all)
            return line(`Lighthouse ${page}: ${category}`, {
              measured: `${middle} (${Math.min(...all)}-${Math.max(...all)})`,
              aim: `>= ${AIM[category]}`,
              met: middle >= AIM[category],
            })
          }),
        ),
        notes: pages.map(
          ({ page, lost }) =>
            `lighthouse ${page}: ${lost.length === 0 ? 'nothing costs points' : `costs points: ${lost.join('; ')}`}. ` +
            'Browser, server, database and plant share the cores of this machine.',
        ),
      }
    } finally {
      await demo.close()
    }
  },
}
