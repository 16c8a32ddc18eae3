import type { FastifyInstance } from 'fastify'
import { PLANT_ENERGY, storedEnergySteps } from '#core/calculation/index.ts'
import {
  planKey,
  planPeriod,
  planPlace,
  type PlanGrain,
  type PlanScopes,
  type PlanValues,
} from '#core/output/index.ts'
import { GOOD, MISSING, PARTIAL, worst } from '#core/quality/index.ts'
import { indexAt, isUsable, MISSING_ABOVE } from '#core/series/index.ts'
import { DAY, HOUR, fromLocal, next as nextPeriod, toLocalDate } from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import { text, type Language } from '#contract/messages.ts'
import * as contract from '#contract/output-plan.ts'
import { MOST_PLAN_DAYS, MOST_SHOWN } from '#contract/output-plan.ts'
import { record } from '#server/features/audit/index.ts'
import { createViews, type View } from '#server/features/dashboard/index.ts'
import { lockPlant } from '#server/features/plants/index.ts'
import { conflict, notFound, refuseField, unprocessable } from '#server/lib/errors.ts'
import { keepFile, plainName, readFile } from '#server/lib/files.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import { energyOver, type SpanEnergy } from './energy.ts'
import type { StatisticsDeps } from './index.ts'
import { bytesOf, readPlanFile, type PlanFile } from './plan-file.ts'
import { copyOf, periodsPutBack } from './plan-restore.ts'
import {
  newestChange,
  planChange,
  planChanges,
  plansBetween,
  putPlan,
  scopesOfChange,
  shownChange,
} from './plan-store.ts'

const CONTENT = 'application/octet-stream'

/** The plan of output: what is planned, files of it, and its changes. */
export function servePlan(web: FastifyInstance, serve: Serve, deps: StatisticsDeps): void {
  const { db, clock, plants } = deps
  const viewOf = createViews(deps)
  if (!web.hasContentTypeParser(CONTENT))
    web.addContentTypeParser(CONTENT, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  serve(contract.listPlanChanges, async ({ caller }) =>
    (await planChanges(db, caller.hydro)).map(shownChange),
  )

  serve(contract.getPlan, async ({ query: { grain, from, to }, caller }) => {
    const { language, hydro } = caller
    const view = await viewOf(caller)
    const { zone } = view.plant
    const [start, end] = [fromLocal(from, zone)!, nextPeriod('day', fromLocal(to, zone)!, zone)]
    if (from > to) throw refuseField(language, 'from', 'from_after_to', {}, { as: 'invalid_range' })
    const most = MOST_PLAN_DAYS[grain]
    if (end - start > (most + 1) * DAY)
      throw refuseField(language, 'to', 'span_too_long', { days: most }, { as: 'invalid_range' })
    const spans = periodsWithin(grain, start, end, zone)
    const [scopes, actual] = await Promise.all([
      plansBetween(db.pool, hydro, from.slice(0, 4), toLocalDate(end, zone), [grain]),
      grain === 'half_hour' ? halfHours(view, spans) : energyOfSpans(view, spans),
    ])
    const total = { periods: 0, kwh: 0, actual: 0, deviation: 0, absolute: 0 }
    const periods = spans.map((span, i) => {
      const { kwh, vnd } = valueAt(scopes, grain, span.start, zone)
      const made = actual[i].kwh
      const over = span.end <= view.at
      // What is not known of a period would count as not generated.
      const isWhole = over && actual[i].missing < 1e-9
      const deviation = isWhole && kwh !== null && made !== null ? made - kwh : null
      if (deviation !== null) {
        total.periods++
        total.kwh += kwh!
        total.actual += made!
        total.deviation += deviation
        total.absolute += Math.abs(deviation)
      }
      return {
        from: span.start,
        to: span.end,
        kwh,
        vnd,
        actual: made === null ? null : round(made),
        quality: actual[i].q,
        missing: round(actual[i].missing, 4),
        over,
        deviation: deviation === null ? null : round(deviation),
        deviation_share: deviation === null || !kwh ? null : round(deviation / kwh, 6),
      }
    })
    const { periods: n, ...sums } = total
    const rounded = Object.fromEntries(Object.entries(sums).map(([key, v]) => [key, round(v)])) as typeof sums
    return { grain, zone, periods, total: { periods: n, ...rounded } }
  })

  /** A file, beside the plan in force. */
  async function read(
    body: unknown,
    query: { name: string; grain?: PlanGrain; stamp: 'start' | 'end' },
    hydro: string,
  ) {
    const zone = await plants.zone(hydro)
    const name = plainName(query.name)
    const bytes = bytesOf(body, name)
    return { zone, name, bytes, file: await readPlanFile(bytes, { ...query, name, zone }) }
  }

  serve(contract.previewPlan, async ({ body, query, caller }) => {
    const { zone, name, file } = await read(body, query, caller.hydro)
    const { grain, rows, faults } = file
    const [base, scopes] = await Promise.all([
      newestChange(db.pool, caller.hydro),
      scopesOfFile(db.pool, caller.hydro, file, zone),
    ])
    const counts = { added: 0, changed: 0, same: 0 }
    const periods = rows.map(({ row, start, end, kwh, vnd }) => {
      const before = valueAt(scopes, grain, start, zone)
      const after = taken(before, { kwh, vnd }, file)
      if (before.kwh === null && before.vnd === null) counts.added++
      else if (before.kwh === after.kwh && before.vnd === after.vnd) counts.same++
      else counts.changed++
      return { row, from: start, to: end, kwh, vnd, before }
    })
    const sum = (of: 'kwh' | 'vnd') => {
      const known = rows.flatMap((r) => r[of] ?? [])
      return known.length === 0 ? null : round(known.reduce((a, b) => a + b, 0))
    }
    return {
      file_name: name,
      grain,
      columns: file.columns,
      unit: file.unit,
      vnd_unit: file.vndUnit,
      skipped: file.skipped,
      zone,
      periods: periods.slice(0, MOST_SHOWN),
      count: rows.length,
      ...counts,
      kwh: sum('kwh'),
      vnd: sum('vnd'),
      errors: faults.slice(0, MOST_SHOWN).map((f) => shownFault(f, caller.language)),
      error_count: faults.length,
      base,
    }
  })

  serve(contract.savePlan, async ({ body, query, caller }) => {
    const { hydro, language } = caller
    const { zone, name, bytes, file } = await read(body, query, hydro)
    const { grain, rows, faults } = file
    if (faults.length > 0) {
      const shown = faults.slice(0, MOST_SHOWN).map((f) => shownFault(f, language))
      const errors = shown.map(({ row, column, code, message }) => ({
        path: `${row}.${column}`,
        code,
        message,
      }))
      throw unprocessable('plan_faults', { n: faults.length, row: faults[0].row }, errors)
    }
    if (rows.length === 0) throw unprocessable('plan_no_rows', { name })
    return change(caller, query.base, async (c, seq, now) => {
      const scopes = new Map<string, PlanValues>()
      const inForce = await scopesOfFile(c, hydro, file, zone)
      for (const { start, kwh, vnd } of rows) {
        const { scope, index } = planPlace(grain, start, zone)
        let values = scopes.get(scope)
        if (!values)
          scopes.set(scope, (values = copyOf(inForce.get(planKey(grain, scope)), grain, scope, zone)))
        const before = { kwh: values.kwh[index], vnd: values.vnd[index] }
        const after = taken(before, { kwh, vnd }, file)
        values.kwh[index] = after.kwh
        values.vnd[index] = after.vnd
      }
      const fileId = await keepFile(c, hydro, caller.actor, now, { name, contentType: CONTENT, bytes })
      await putPlan(
        c,
        hydro,
        {
          seq,
          grain,
          act: 'upload',
          restored: null,
          state: null,
          first_day: toLocalDate(rows[0].start, zone),
          last_day: toLocalDate(rows.at(-1)!.end - 1, zone),
          periods: rows.length,
          file_id: fileId,
          file_name: name,
          reason: query.reason ?? null,
          made_by: caller.actor,
          made_at: now,
        },
        scopes,
      )
      return { file: name }
    })
  })

  serve(contract.restorePlan, async ({ body, caller }) => {
    const { hydro } = caller
    const { seq: of, state } = body
    const zone = await plants.zone(hydro)
    return change(caller, body.base, async (c, seq, now) => {
      const old = await planChange(c, hydro, of)
      if (!old) throw notFound(String(of))
      const mapOf = async (side: 'before' | 'after') =>
        new Map(
          (await scopesOfChange(c, hydro, of, side)).map(
            ({ scope, kwh, vnd, known }): [string, PlanValues] => [
              scope,
              known ? { kwh, vnd } : copyOf(undefined, old.grain, scope, zone),
            ],
          ),
        )
      const before = await mapOf('before')
      const after = await mapOf('after')
      const names = [...after.keys()].sort()
      const inForce = await plansBetween(c, hydro, names[0], names.at(-1)!, [old.grain])
      const { scopes, periods } = periodsPutBack(old, { before, after, inForce }, state, zone)
      await putPlan(
        c,
        hydro,
        {
          ...old,
          seq,
          act: 'restore',
          restored: of,
          state,
          first_day: toLocalDate(periods[0].start, zone),
          last_day: toLocalDate(periods.at(-1)!.end - 1, zone),
          periods: periods.length,
          file_id: null,
          file_name: null,
          reason: body.reason ?? null,
          made_by: caller.actor,
          made_at: now,
        },
        scopes,
      )
      return { change: of, state }
    })
  })

  serve(contract.getPlanFile, async ({ params, caller, reply }) => {
    const found = await planChange(db.pool, caller.hydro, params.seq)
    const file = found?.file_id ? await readFile(deps, caller.hydro, found.file_id) : null
    if (!file) throw notFound(String(params.seq))
    await reply
      .header('content-type', CONTENT)
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .header('cache-control', 'no-store')
      .send(file.bytes)
    return null
  })

  /** A change of the plan with its record, unless there is a newer one than the caller knows. */
  async function change(
    caller: Caller,
    base: number,
    write: (c: Parameters<Parameters<typeof db.tx>[0]>[0], seq: number, now: number) => Promise<object>,
  ) {
    const { hydro } = caller
    return db.tx(async (c) => {
      await lockPlant(c, hydro)
      const newest = await newestChange(c, hydro)
      if (newest !== base) throw conflict()
      const now = clock.now()
      const seq = newest + 1
      const more = await write(c, seq, now)
      const made = (await planChange(c, hydro, seq))!
      const { act, grain, first_day, last_day, periods, reason } = made
      await record(c, now, caller, {
        act,
        noun: 'output plan',
        item: String(seq),
        itemName: `${first_day} - ${last_day}`,
        after: { grain, first_day, last_day, periods, ...more },
        reason,
      })
      return shownChange(made)
    })
  }
}

/** What a row makes of a period: a column that the file lacks leaves what was planned. */
const taken = (
  before: { kwh: number | null; vnd: number | null },
  row: { kwh: number | null; vnd: number | null },
  { columns }: PlanFile,
) => ({
  kwh: columns.kwh === null ? before.kwh : row.kwh,
  vnd: columns.vnd === null ? before.vnd : row.vnd,
})

function shownFault(fault: PlanFile['faults'][number], language: Language) {
  const { row, column, code, params } = fault
  return { row, column, code, message: text(code, language, params ?? {}) }
}

/** Plans in force of the scopes that a file touches. */
async function scopesOfFile(
  on: Parameters<typeof plansBetween>[0],
  hydro: string,
  { grain, rows }: PlanFile,
  zone: string,
): Promise<PlanScopes> {
  if (rows.length === 0) return new Map()
  const scopeAt = (t: number) => planPlace(grain, t, zone).scope
  return plansBetween(on, hydro, scopeAt(rows[0].start), scopeAt(rows.at(-1)!.start), [grain])
}

function valueAt(scopes: PlanScopes, grain: PlanGrain, t: number, zone: string) {
  const { scope, index } = planPlace(grain, t, zone)
  const values = scopes.get(planKey(grain, scope))
  return { kwh: values?.kwh[index] ?? null, vnd: values?.vnd[index] ?? null }
}

interface Period {
  start: number
  end: number
}

/** The periods of a grain that share time with [start, end). */
function periodsWithin(grain: PlanGrain, start: number, end: number, zone: string): Period[] {
  const out: Period[] = []
  for (let t = start; t < end; t = out.at(-1)!.end) out.push(planPeriod(grain, t, zone))
  return out
}

const energyOfSpans = (view: View, spans: readonly Period[]) => energyOver(view, PLANT_ENERGY, spans)

/** Energy of half-hours, from the stored steps that end within each. */
async function halfHours(view: View, spans: readonly Period[]): Promise<SpanEnergy[]> {
  const [from, to] = [spans[0].start, Math.min(view.at, spans.at(-1)!.end)]
  const none: SpanEnergy = { kwh: null, known: 0, q: MISSING, missing: 1 }
  if (from >= to) return spans.map(() => none)
  const read = (await view.read(view.hydro, [PLANT_ENERGY], from - HOUR, to)).get(PLANT_ENERGY)!
  const { steps, energy: s } = storedEnergySteps(view.description, read, from, to, view.plant.zone)
  let next = 0
  return spans.map(({ start, end }) => {
    const out = { known: 0, covered: 0, q: GOOD }
    while (next < steps.length && steps[next].to <= start) next++
    for (; next < steps.length && steps[next].to <= end; next++) {
      const step = steps[next]
      const i = indexAt(s, step.to)
      if (i < 0 || s.t[i] !== step.to || !isUsable(s, i)) continue
      out.known += s.v[i]
      out.covered += step.to - step.from
      out.q = worst(out.q, s.q[i])
    }
    const missing = Math.max(0, 1 - out.covered / (end - start))
    if (missing > MISSING_ABOVE || out.covered === 0) return { ...none, known: out.known, missing }
    return { kwh: out.known, known: out.known, q: missing > 0 ? worst(out.q, PARTIAL) : out.q, missing }
  })
}
