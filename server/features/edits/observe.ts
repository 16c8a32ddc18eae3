import { inForce, type Description, type Station } from '#core/description/index.ts'
import { toLocal } from '#core/time/index.ts'
import type { Language } from '#contract/messages.ts'
import { updateStationData, type EditInput } from '#contract/edits.ts'
import type { Change } from '#server/features/history/index.ts'
import { badFields, notFound, refuseField, unprocessable, worded, Problem } from '#server/lib/errors.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import type { Edits, EditDeps, EditResult } from './edits.ts'
import { refuse } from './build-layer.ts'
import { shownEdit } from './store.ts'

interface EnteredReading {
  t: number
  value: number | null
  /** Position in the body. */
  i: number
}

/** Most edits of one call: each run of values or of gaps becomes one, and locks the series while it is saved. */
const MOST_ACTS = 100

/** Numbers of the specification for the data of stations: 0 and 1 are rain. */
const TYPES = [0, 1, 2, 3, 4, 5, 6, 7, 8]

/** Edits readings of stations by the specification's call: each value replaces the reading at its instant. */
export function serveObserveEdits(
  serve: Serve,
  s: Services,
  { plants, history, registry }: EditDeps,
  edits: Edits,
): void {
  serve(updateStationData, async ({ body, caller }) => {
    const { hydro } = caller
    const d = await plants.describe(hydro)
    const zone = await plants.zone(hydro)
    const given = body.data
      .map((one, i) => ({
        t: instantOf(one.date_string, zone, `data.${i}.date_string`),
        value: one.value,
        i,
      }))
      .sort((a, b) => a.t - b.t)
    const twice = given.find((g, k) => k > 0 && given[k - 1].t === g.t)
    if (twice) throw wrong(caller, `data.${twice.i}.date_string`, 'edit_not_rising')
    const late = given.find((g) => g.t > s.clock.now())
    if (late) throw wrong(caller, `data.${late.i}.date_string`, 'not_yet')
    const begin = await edits.begin(hydro)
    const early = given.find((g) => g.t < begin)
    if (early)
      throw refuse({ language: caller.language, at: '' }, `data.${early.i}.date_string`, 'before_begin', {
        first: toLocal(begin, zone),
      })
    // Another device may have taken over within the span: each instant belongs to the series in force at it.
    const bySeries = new Map<string, EnteredReading[]>()
    for (const g of given) {
      const code = seriesOf(d, body.station_code, body.type, g.t, caller)
      bySeries.set(code, [...(bySeries.get(code) ?? []), g])
    }
    const changes: Change[] = []
    const done = await s.db.tx(
      async (c) => {
        const out: EditResult[] = []
        for (const code of [...bySeries.keys()].sort()) {
          const list = bySeries.get(code)!
          if (!(await registry.get(hydro, code))) throw notFound(code)
          const [from, to] = [list[0].t, list[list.length - 1].t]
          const there = (await history.read(hydro, [code], from, to, { client: c })).get(code)!
          for (const run of runsOf(list, there.t)) {
            if (out.length === MOST_ACTS)
              throw refuse({ language: caller.language, at: '' }, 'data', 'too_many', { max: MOST_ACTS })
            const request = await edits.request(caller, actOf(code, run), '')
            try {
              out.push(await edits.addIn(c, caller, request, body.reason))
            } catch (error) {
              // Sent again: the readings have these values already.
              if ((error as { code?: string }).code !== 'edit_nothing')
                throw placed(error, run, caller.language)
            }
          }
        }
        return out
      },
      { retry: true },
    )
    for (const one of done) changes.push(...one.changes)
    history.emit(changes)
    const sum = (of: 'changed' | 'added' | 'removed') => done.reduce((n, x) => n + x.effect[of], 0)
    return {
      series: [...bySeries.keys()],
      acts: done.map((x) => shownEdit(x.row)),
      changed: sum('changed'),
      added: sum('added'),
      removed: sum('removed'),
    }
  })
}

const wrong = (caller: Caller, path: string, code: Parameters<typeof refuse>[2]) =>
  refuse({ language: caller.language, at: '' }, path, code)

/** The series with a station's data of a type, as described at an instant. */
function seriesOf(d: Description, code: string, type: number, t: number, caller: Caller): string {
  const station = stationAt(d, code, t)
  const params = { station: code, type }
  const missing = (path: string) =>
    refuseField(caller.language, path, 'measuringStationNotInSettings', params, { status: 422 })
  if (!station) throw missing('station_code')
  if (!TYPES.includes(type)) throw missing('type')
  // A station of type 4 sends its level; the discharge comes from its rating.
  if (station.type === 4) {
    if (type === 2) return station.series
    if (type === 4) throw refuseField(caller.language, 'type', 'edit_indirect', params, { status: 422 })
  }
  if ((type === 0 ? 1 : type) !== station.type) throw missing('type')
  return station.series
}

const stationAt = (d: Description, code: string, t: number): Station | null => {
  for (const id of new Set(d.stations.filter((v) => v.body.code === code).map((v) => v.id))) {
    const found = inForce(
      d.stations.filter((v) => v.id === id),
      t,
    )
    if (found?.body.code === code) return found.body
  }
  return null
}

/** Groups given readings into runs of values or of gaps with no other reading in between: each becomes one edit. */
function runsOf(list: readonly EnteredReading[], there: Float64Array): EnteredReading[][] {
  const named = new Set(list.map((g) => g.t))
  const others = there.filter((t) => !named.has(t))
  const out: EnteredReading[][] = []
  let k = 0
  for (const g of list) {
    const run = out.at(-1)
    const last = run?.at(-1)
    let apart = false
    while (k < others.length && others[k] < g.t) {
      if (last && others[k] > last.t) apart = true
      k++
    }
    if (run && last && !apart && (last.value === null) === (g.value === null)) run.push(g)
    else out.push([g])
  }
  return out
}

function actOf(series: string, run: readonly EnteredReading[]): EditInput {
  const span = { series, from: run[0].t, to: run[run.length - 1].t }
  return run[0].value === null
    ? { kind: 'delete', ...span }
    : { kind: 'replace', ...span, points: run.map((g) => [g.t, g.value!] as [number, number]) }
}

/** Rewrites an error about a reading of an edit to its position in the body of the call. */
function placed(error: unknown, run: readonly EnteredReading[], language: Language): unknown {
  if (!(error instanceof Problem) || !error.errors) return error
  const moved = worded(error.errors, language).map((e) => {
    const [, i] = /^points\.(\d+)\./.exec(e.path) ?? []
    const at = i === undefined ? run[0] : run[Number(i)]
    return { ...e, path: `data.${at.i}.${e.path.endsWith('.1') ? 'value' : 'date_string'}` }
  })
  const { status, code, params } = error
  return status === 422 ? unprocessable(code, params, moved) : badFields(moved)
}
