/** The simulated plant as a program: follows the clock, and sends as a data logger does. Events go to stdout. */
import { realAt, timeAt } from '#contract/demo-clock.ts'
import { DAY, MINUTE } from './time.ts'
import { setTimeout as after } from 'node:timers/promises'
import { outlooksAt, RUN_EVERY } from './basin/outlook.ts'
import { typhoonAt } from './basin/storms.ts'
import { localDay, midnight } from './dam/levels.ts'
import { Archive } from './logger/archive.ts'
import { openClient } from './logger/client.ts'
import { Clock } from './logger/clock.ts'
import { Logger, type LogEvent } from './logger/logger.ts'
import { held, missing } from './logger/plan.ts'
import { readSettings, type Settings } from './logger/settings.ts'
import type { Reading } from './sensors/index.ts'

const report: LogEvent = (event) => process.stdout.write(`${JSON.stringify(event)}\n`)

const stopping = new AbortController()
const wait = async (ms: number, signal?: AbortSignal) => {
  const signals = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal
  await after(ms, undefined, { signal: signals }).catch(() => undefined)
}

async function live(settings: Settings): Promise<void> {
  const { seed, faults, historyDays, speed, storms, stormsBefore, again, pace } = settings
  const present = () => timeAt(pace, Date.now())
  const client = openClient(settings)
  const now = Math.floor(present() / MINUTE) * MINUTE
  const start = midnight(localDay(now - historyDays * DAY))
  const have = await held(client, start, now, report, wait)
  if (stopping.signal.aborted) return
  const clock = new Clock(speed, now, have.size > 0 ? Math.max(...have) : Number.NEGATIVE_INFINITY)
  const end = clock.minute(present())
  const begun = performance.now()
  const archive = new Archive(seed, start, end, storms.map(typhoonAt))
  report({
    event: 'simulated',
    ms: Math.round(performance.now() - begun),
    from: iso(start),
    until: iso(end),
    seed,
  })

  let asleep: Reading[] = []
  const leave = (readings: readonly Reading[], t: number) => {
    const left = readings.filter((reading) => reading.at <= t)
    if (left.length < readings.length) asleep.push(...readings.filter((reading) => reading.at > t))
    return left
  }
  const logger = new Logger({
    client,
    report,
    wait,
    now: () => performance.now(),
    chance: Math.random,
    read: (stretch) => leave(archive.readings(stretch.after, stretch.until, faults), archive.end),
  })
  // A changed storm changes readings that the server has already: they are sent first.
  const changed = again === null || again >= end ? [] : [{ after: Math.max(start, again), until: end }]
  if (changed.length > 0 && String(storms) !== String(stormsBefore)) {
    // Gates report when they move: at instants of movements in the other weather, they report their openings in this
    // one.
    const other = new Archive(seed, start, end, stormsBefore.map(typhoonAt))
    logger.offer(archive.openings(other.moves(changed[0].after, end)))
  }
  // Forecasts of the weather are sent beside the readings: with each run, and anew where the weather was changed.
  let toldOf = Number.NEGATIVE_INFINITY
  const tell = async (t: number) => {
    const run = Math.floor(t / RUN_EVERY)
    if (run === toldOf) return
    toldOf = run
    for (const forecast of outlooksAt(seed, t, storms.map(typhoonAt)))
      if (!(await client.forecast(forecast))) toldOf = Number.NEGATIVE_INFINITY
    report({ event: 'forecast', run: iso(run * RUN_EVERY), taken: toldOf === run })
  }
  logger.remember([...changed, ...missing(start, end, have)])
  const sending = logger.run()
  let telling = tell(end)
  while (!stopping.signal.aborted) {
    const next = present() + clock.untilNext(present())
    await wait(Math.max(20, realAt(pace, next) - Date.now()))
    const t = clock.minute(present())
    if (t <= archive.end || stopping.signal.aborted) continue
    const since = archive.end
    archive.advance(t, logger.oldest)
    const woken = [...asleep, ...archive.readings(since, t, faults)]
    asleep = []
    logger.offer(
      leave(
        woken.sort((a, b) => a.at - b.at),
        t,
      ),
    )
    telling = telling.then(() => tell(t))
  }
  logger.stop()
  await sending
  await telling
}

const iso = (t: number) => new Date(t).toISOString()

function stop(): void {
  stopping.abort()
  // A call in progress is repeated after the next start, so nothing is lost.
  setTimeout(() => process.exit(0), 300).unref()
}

process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// The plant ends with the server that started it.
process.on('disconnect', stop)
process.stdout.on('error', () => process.exit(0))

let settings: Settings
try {
  settings = readSettings(process.env, Date.now())
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(2)
}
await live(settings)
