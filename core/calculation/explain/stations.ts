import { allInForce } from '#core/description/index.ts'
import { noted, noteLine, term } from '#core/notes.ts'
import { lowerBound } from '#core/series/index.ts'
import { found, lookup } from '#core/tables/index.ts'
import { linked, versionsOf, type Context, type Part } from './context.ts'
import { calibrationOfReading, nothing, ofCursor } from './reading.ts'
import type { NamedVersion, ReadingRole, EffectiveReading } from './types.ts'

/** Explains a basin rain by its gauges and weights. null: none was computed. */
export function rainPart(c: Context, code: string): Part | null {
  const explanation = c.observed.rain.get(code)
  if (!explanation) return null
  const { gauges, from, to, notes } = explanation
  const radar = code !== 'basin.rain'
  const inputs = gauges.stations.flatMap(({ body }): EffectiveReading[] => {
    const series = radar ? body.radarSeries : body.series
    if (!series) return []
    const named = {
      role: radar ? ('radar' as ReadingRole) : ('rain' as ReadingRole),
      name: body.name,
      code: series,
      unit: 'mm',
    }
    const sent = c.raw(series)?.series
    const used = c.inputs(series)?.series
    if (!sent || !used) return [nothing(named)]
    const list: EffectiveReading[] = []
    for (let i = lowerBound(sent.t, from + 1); i < sent.t.length && sent.t[i] <= to; i++) {
      const k = lowerBound(used.t, sent.t[i])
      list.push({
        ...nothing(named),
        t: sent.t[i],
        sent: sent.v[i],
        sentQ: sent.q[i],
        calibration: calibrationOfReading(c.d, series, sent.t[i], c.raw(series)?.kind),
        effective: used.v[k],
        q: used.q[k],
      })
    }
    return list.length > 0 ? list : [nothing(named)]
  })
  const stations: NamedVersion[] = gauges.stations.map((version) => ({ noun: 'station', version }))
  return { lines: notes, inputs, versions: [...stations, ...versionsOf(inputs)] }
}

/** Explains the discharge of a rated station by its level and table. null: none was computed. */
export function stationPart(c: Context, code: string): Part | null {
  const rated = c.observed.stations.get(code)
  if (!rated) return null
  const { body, cursor, level, table } = rated
  const unit = c.raw(body.series)?.unit ?? 'm'
  const input = ofCursor(c.d, c.raw, cursor, c.at, {
    role: 'station',
    name: body.name,
    code: body.series,
    unit,
  })
  const answer = found()
  const { notes } = noted(() => {
    const scale =
      input.effective === input.effective && level !== input.effective ? level / input.effective : 1
    if (scale !== 1)
      noteLine('metres', 'z', level, 'm', 'k * z_s', {
        k: term(scale, `m/${unit}`),
        z_s: term(input.effective, unit),
      })
    if (table) lookup(table, level, 'loop', answer)
  })
  const own = allInForce(c.d.stations, c.at).filter((s) => s.id === rated.id)
  const links: Record<string, [string, number]> = {}
  if (input.t !== null) links.z = links.z_s = [body.series, input.t]
  return {
    lines: linked(notes, links),
    inputs: [input],
    versions: [...own.map((version): NamedVersion => ({ noun: 'station', version })), ...versionsOf([input])],
    method: 1,
    reason: table
      ? answer.code
        ? { code: answer.code, field: answer.field }
        : null
      : { code: 'NO_TABLE', field: 'ZQ' },
  }
}
