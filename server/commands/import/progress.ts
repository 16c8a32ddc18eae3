import type { WriteStream } from 'node:tty'
import type { Progress } from '#server/history-import/history.ts'
import { message, type Language } from '#server/history-import/words.ts'

const WIDTH = 30
/** ms between two updates of the bar. */
const EVERY = 100

/** A bar on a terminal, a line for each tenth elsewhere. */
export function progressBar(out: Pick<WriteStream, 'write' | 'isTTY'>, language: Language) {
  const started = performance.now()
  let drawn = 0
  let tenth = 0
  let open = false
  return {
    tell(p: Progress): void {
      const now = performance.now()
      const share = p.size === null || p.size === 0 ? null : Math.min(1, p.done / p.size)
      const rate = Math.round(p.readings / Math.max(0.001, (now - started) / 1000))
      const params = {
        percent: share === null ? '' : Math.floor(share * 100),
        rows: p.rows.toLocaleString('en-US'),
        rate: rate.toLocaleString('en-US'),
      }
      const text = message(language, share === null ? 'progress_rows' : 'progress', params)
      if (out.isTTY) {
        if (now - drawn < EVERY && share !== 1) return
        drawn = now
        const full = share === null ? 0 : Math.round(share * WIDTH)
        const bar = share === null ? '' : `[${'#'.repeat(full)}${'-'.repeat(WIDTH - full)}] `
        out.write(`\r\x1b[K${bar}${text}`)
        open = true
      } else if (share !== null && Math.floor(share * 10) > tenth) {
        tenth = Math.floor(share * 10)
        out.write(`${text}\n`)
      }
    },
    end(): void {
      if (open) out.write('\n')
      open = false
    },
  }
}
