import { line, type Row } from '../row.ts'
import { median, medianRatio, whole } from '../stats.ts'

export const importRow: Row = {
  name: 'import',
  title: 'bulk import into packed days',
  async run(bench) {
    const { rates, binRate, readings } = await bench.archive()
    const rate = median(rates.import)
    const ratio = medianRatio(rates.import, rates.copy)
    const bound = 1 / (1 + median(rates.copy) / median(rates.packing))
    const measured = `${whole(rate)} readings/s`
    const floor = `COPY ${whole(median(rates.copy))} readings/s`
    return {
      lines: [
        line('bulk import into packed days', {
          measured,
          floor,
          ratio,
          aim: '>= 0.50',
          met: ratio >= 0.5,
          limit: `a packed reading is 2 to 3 bytes, so COPY moves ${whole(median(rates.copy))} of them a second while one core packs ${whole(median(rates.packing))}: packing first and then copying would reach ${bound.toFixed(2)}. The import also compares with what is there, keeps the past of days that held nothing too, writes each day twice (first its lock, then its bytes) and two marks a day.`,
        }),
        line('', { measured, aim: '>= 300,000 readings/s', met: rate >= 300_000 }),
        line('  beside it, the same readings as rows', {
          measured: '',
          floor: `COPY ${whole(median(rates.rows))} rows/s`,
          ratio: rate / median(rates.rows),
          aim: '',
          met: null,
        }),
        line('  their hour bins, computed after it', {
          measured: `${whole(binRate)} readings/s`,
          aim: '',
          met: null,
        }),
      ],
      notes: [
        `import: ${whole(readings)} readings of 4 series by history.writeDays, a transaction a year, with marks and the past; ` +
          'the floor copies the same packed bytes, made before the clock runs, by one binary COPY a series into a table with the same key.',
      ],
    }
  },
}
