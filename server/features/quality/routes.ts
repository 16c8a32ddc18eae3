import { allInForce } from '#core/description/index.ts'
import { watchesOf } from '#core/quality/checks/index.ts'
import { usable } from '#core/quality/index.ts'
import { DAY, HOUR, periods, toLocalDate } from '#core/time/index.ts'
import * as contract from '#contract/quality.ts'
import type { FiredSpan } from '#contract/quality.ts'
import { round } from '#contract/fields.ts'
import { named } from '#contract/series-names.ts'
import type { History, Layers } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { badRequest } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { gradeNamed } from './grades.ts'
import { measureOf, placesOf } from './locations.ts'
import { replacedIn } from './replaced.ts'
import { COLUMNS, type FiredRow } from './store.ts'

const MOST_DAYS = 366
const MONTH = 30

const STATES = {
  standing: 'cleared_at IS NULL',
  open: 'cleared_at IS NULL AND open',
  ended: 'cleared_at IS NULL AND NOT open',
  cleared: 'cleared_at IS NOT NULL',
  all: 'true',
}

/** Converts ms to s. */
const shownMeasure = (kind: string, measure: string, v: number | null) =>
  v === null ? null : round(measure === 's' ? v / 1000 : v, kind === 'efficiency' ? 3 : 4)

/** Fired spans, their statistics, the quality of every series, and the checks in force. */
export function serveQuality(
  serve: Serve,
  s: Services & { plants: Plants; history: History; registry: Registry; edits: Layers },
): void {
  const { plants, history, registry, edits } = s
  const around = async (caller: Caller) => {
    const [d, known, zone] = await Promise.all([
      plants.describe(caller.hydro),
      registry.known(caller.hydro),
      plants.zone(caller.hydro),
    ])
    const series = new Map([...known].map(([code, row]) => [code, named(row, caller.language)]))
    return { d, series, zone, places: placesOf(d, series, s.clock.now()) }
  }

  interface Filter {
    from?: string
    to?: string
    kind?: string
    series?: string
    station?: string
  }
  /** The SQL condition of a list, its parameters, and the span of the request. */
  const filtered = async (caller: Caller, query: Filter) => {
    const { zone, places, ...rest } = await around(caller)
    const from = query.from === undefined ? null : instantOf(query.from, zone, 'from')
    const to = query.to === undefined ? null : instantOf(query.to, zone, 'to')
    if (from !== null && to !== null && from >= to)
      throw badRequest('invalid_range', { detail: `${query.from} .. ${query.to}` })
    const values: unknown[] = [caller.hydro]
    const put = (v: unknown) => `$${values.push(v)}`
    const where = ['hydro_code = $1']
    // A silence that lasts is not written on: it reaches to now.
    if (from !== null) where.push(`(to_t >= ${put(from)} OR open AND kind = 'missing')`)
    if (to !== null) where.push(`from_t < ${put(to)}`)
    if (query.kind) where.push(`kind = ${put(query.kind)}`)
    if (query.series) where.push(`series = ${put(query.series)}`)
    if (query.station)
      where.push(`(series = ANY(${put(places.matching(query.station))}) OR object = ${put(query.station)})`)
    return { where, values, put, from, to, zone, places, ...rest }
  }

  serve(contract.listFired, async ({ query, caller }) => {
    const f = await filtered(caller, query)
    f.where.push(STATES[query.state])
    const where = f.where.join(' AND ')
    const [{ total }] = await s.db.query<{ total: number }>(
      `SELECT count(*)::int AS total FROM check_span WHERE ${where}`,
      f.values,
    )
    const rows = await s.db.query<FiredRow>(
      `SELECT ${COLUMNS} FROM check_span WHERE ${where} ORDER BY from_t DESC, span_id DESC
        LIMIT ${contract.FIRED_PAGE} OFFSET ${f.put((query.page - 1) * contract.FIRED_PAGE)}`,
      f.values,
    )
    const now = s.clock.now()
    for (const r of rows)
      if (r.kind === 'missing' && r.open && r.cleared_at === null && r.to_t < now) {
        r.worst = r.worst === null ? null : r.worst + now - r.to_t
        r.to_t = now
      }
    const replaced = await replacedIn({ history, edits }, caller.hydro, rows)
    const fired = rows.map((r): FiredSpan => {
      const place = f.places.of(r.series, r.object)
      const measure = measureOf(r.kind, place.unit)
      return {
        fired_id: r.span_id,
        kind: r.kind,
        ...place,
        object: r.object,
        check_id: r.check_id,
        from: r.from_t,
        to: r.to_t,
        open: r.open,
        n: r.n,
        value: shownMeasure(r.kind, measure, r.worst),
        limit: shownMeasure(r.kind, measure, r.bound),
        measure,
        grade: gradeNamed(r.grade),
        replaced: replaced.get(r.span_id) ?? null,
        first_seen: r.first_seen,
        cleared_at: r.cleared_at,
      }
    })
    return { fired, total, page: query.page, page_size: contract.FIRED_PAGE }
  })

  serve(contract.countFired, async ({ query, caller }) => {
    const f = await filtered(caller, query)
    const days = periods('day', f.from!, f.to!, f.zone)
    if (days.length > MOST_DAYS) throw badRequest('span_too_long', { days: MOST_DAYS })
    const names = days.map((day) => toLocalDate(day.start, f.zone))
    f.where.push('cleared_at IS NULL', `from_t >= ${f.put(f.from)}`)
    const rows = await s.db.query<Pick<FiredRow, 'kind' | 'series' | 'object'> & { day: number; n: number }>(
      `SELECT kind, series, object, width_bucket(from_t, ${f.put(days.map((day) => day.start))}::bigint[]) AS day,
              count(*)::int AS n
         FROM check_span WHERE ${f.where.join(' AND ')} GROUP BY 1, 2, 3, 4`,
      f.values,
    )
    const byTarget = Map.groupBy(rows, (r) => `${r.kind} ${r.series ?? ''} ${r.object ?? ''}`)
    const lines = [...byTarget.values()].map((list) => {
      const { kind, series, object } = list[0]
      const counts = names.map(() => 0)
      for (const r of list) counts[r.day - 1] += r.n
      const total = counts.reduce((a, b) => a + b, 0)
      return { kind, ...f.places.of(series, object), object, total, counts }
    })
    return { days: names, rows: lines.sort((a, b) => b.total - a.total) }
  })

  serve(contract.getSeriesStates, async ({ caller }) => {
    const { series, places } = await around(caller)
    const now = s.clock.now()
    const measured = [...series.values()].filter((r) => r.source === 'ingest' && places.roles.has(r.code))
    const codes = measured.map((r) => r.code)
    const from = Math.floor((now - MONTH * DAY) / HOUR) * HOUR
    const [last, bins, open] = await Promise.all([
      history.last(caller.hydro, codes).then((found) => history.shown(caller.hydro, found)),
      history.bins(caller.hydro, codes, from, now),
      s.db.query<Pick<FiredRow, 'kind' | 'series'>>(
        'SELECT DISTINCT kind, series FROM check_span WHERE hydro_code = $1 AND cleared_at IS NULL AND open',
        [caller.hydro],
      ),
    ])
    const list = await Promise.all(
      measured.map(async (r) => {
        const role = places.roles.get(r.code)!
        const entry = last.get(r.code) ?? null
        const good =
          entry === null || usableEntry(entry)
            ? entry
            : await lastGood(history, caller.hydro, r.code, entry.t)
        const step = role.every > 0 ? role.every : null
        const share = (since: number) => {
          const b = bins.get(r.code)
          if (step === null || !b) return null
          let n = 0
          for (let i = 0; i < b.start.length; i++) if (b.end[i] > since) n += b.n[i]
          return Math.min(1, round(n / Math.max(1, (now - since) / step), 4))
        }
        const place = places.of(r.code, null)
        return {
          series: r.code,
          name: r.name,
          unit: r.unit,
          station: place.station,
          station_name: place.station_name,
          step_s: step === null ? null : step / 1000,
          last: entry && { t: entry.t, v: entry.v === entry.v ? entry.v : null, q: entry.q },
          good: good && { t: good.t, v: good.v },
          present_24h: share(now - DAY),
          present_30d: share(now - MONTH * DAY),
          open: open.filter((o) => o.series === r.code).map((o) => o.kind),
        }
      }),
    )
    return { at: now, series: list }
  })

  serve(contract.listChecks, async ({ caller }) => {
    const { d, series, places } = await around(caller)
    const now = s.clock.now()
    const { watches } = watchesOf(d, [...series.values()], now, now + 1)
    const rows = watches.map((w) => {
      const rule = w.rules[0]
      const one = w.series.length === 1 ? w.series[0] : null
      return {
        key: w.key,
        kind: w.kind,
        ...places.of(one, w.object),
        unit: places.of(w.series[0] ?? null, w.object).unit,
        all_series: w.series,
        object: w.object,
        source: rule.source,
        check_id: rule.checkId,
        version: rule.version,
        enabled: rule.enabled,
        grade: rule.grade,
        limits: Object.fromEntries(Object.entries(rule.limits).filter(([, v]) => v !== undefined)),
        season: rule.season,
      }
    })
    // A series has no check in force when its described check is out of season and it has no default.
    const inForce = new Set(allInForce(d.checks, now).map((c) => c.id))
    return rows.filter((r) => r.source !== 'default' || r.enabled || (r.check_id && inForce.has(r.check_id)))
  })
}

const usableEntry = (e: { v: number; q: number }) => e.v === e.v && usable(e.q)

/** The last valid reading before t, within a month. */
async function lastGood(history: History, hydroCode: string, code: string, t: number) {
  for (let end = t, step = HOUR; end > t - MONTH * DAY; end -= step, step *= 6) {
    const s = (await history.readShown(hydroCode, [code], end - step, end)).get(code)!
    for (let i = s.t.length - 1; i >= 0; i--)
      if (usableEntry({ v: s.v[i], q: s.q[i] })) return { t: s.t[i], v: s.v[i] }
  }
  return null
}
