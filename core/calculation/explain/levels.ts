import { joinLevels } from '#core/balance/index.ts'
import { allInForce, type Description } from '#core/description/index.ts'
import { noted, type Note, type Term } from '#core/notes.ts'
import { STALE } from '#core/quality/index.ts'
import { indexAt } from '#core/series/index.ts'
import type { Inputs } from '../inputs.ts'
import { judgedLevels, levelTrack, type Judged, type LevelReading } from '../levels.ts'
import { reachOf } from '../reach.ts'
import { nothing, ofLevel } from './reading.ts'
import type { NamedVersion, EffectiveReading } from './types.ts'

interface LevelExplained {
  lines: Note[]
  inputs: EffectiveReading[]
  versions: NamedVersion[]
}

/**
 * Explains the levels of some instants of the track by their readings, averaged again as in the track. at: the
 * explained instant.
 */
export function explainTrack(
  d: Description,
  raw: Inputs,
  inputs: Inputs,
  type: 1 | 2 | 3,
  instants: readonly number[],
  at: number,
): {
  joined: { at: number; note: Note }[]
  inputs: EffectiveReading[]
  versions: NamedVersion[]
  judged: Judged[]
} {
  const from = at - reachOf(d).levels
  const byInstant = new Map<number, LevelReading[]>(instants.map((t) => [t, []]))
  levelTrack(d, inputs, type, from, at, (r) => byInstant.get(r.at)?.push(r))
  const judged = judgedLevels(d, inputs, type, from, at)
  const readings = new Map<string, EffectiveReading>()
  const versions = new Map<string, NamedVersion>()
  const joined = instants.map((t) => {
    const list = byInstant.get(t)!.sort((a, b) => a.v - b.v)
    const { notes } = noted(() => joinLevels(list.map((r) => r.v)))
    list.forEach((r, i) => {
      Object.assign(notes[0].terms[`z_${i + 1}`], {
        name: r.position.body.name,
        series: r.position.body.series,
        t: r.t,
      })
      readings.set(`${r.position.id} ${r.t}`, ofLevel(raw, r, judged, at))
      versions.set(r.position.version, { noun: 'position', version: r.position })
    })
    return { at: t, note: notes[0] }
  })
  return { joined, inputs: [...readings.values()], versions: [...versions.values()], judged }
}

/**
 * Explains the level of an instant: the mean of the track just before it, or its last level where no reading arrived
 * since.
 */
export function explainLevel(
  d: Description,
  raw: Inputs,
  inputs: Inputs,
  type: 1 | 2 | 3,
  explanation: { at: number[]; v: number[]; held: boolean },
  at: number,
): LevelExplained {
  const {
    joined,
    inputs: effective,
    versions,
    judged,
  } = explainTrack(d, raw, inputs, type, explanation.at, at)
  const silent = silentStaffs(d, raw, type, effective, judged, at)
  if (joined.length === 0) return { lines: [], inputs: [...effective, ...silent], versions }
  const lines: Note[] = joined.map(({ note }, i) => ({ ...note, symbol: `Z_${i + 1}` }))
  const names = lines.map((line) => line.symbol)
  const terms: Record<string, Term> = {}
  joined.forEach(({ at: t, note }, i) => (terms[names[i]] = { value: note.value, unit: 'm', t }))
  const n = names.length
  const value = explanation.v.reduce((sum, v) => sum + v, 0) / n
  lines.push({
    id: explanation.held ? 'level_held' : 'level_window',
    symbol: 'Z',
    value,
    unit: 'm',
    expression: n === 1 ? names[0] : `(${names.join(' + ')}) / ${n}`,
    terms,
  })
  return { lines, inputs: [...effective, ...silent], versions }
}

/** Positions that should take part and do not, with their last readings. */
function silentStaffs(
  d: Description,
  raw: Inputs,
  type: 1 | 2 | 3,
  effective: readonly EffectiveReading[],
  judged: readonly Judged[],
  at: number,
): EffectiveReading[] {
  const staffs = allInForce(d.positions, at).filter((p) => p.body.type === type && p.body.average)
  return staffs.flatMap((position): EffectiveReading[] => {
    const { series, name } = position.body
    if (effective.some((u) => u.code === series)) return []
    const sent = raw(series)?.series
    const i = sent ? indexAt(sent, at) : -1
    if (!sent || i < 0) return [nothing({ role: 'level', name, code: series, unit: 'm' })]
    return [ofLevel(raw, { at, position, t: sent.t[i], v: NaN, q: STALE }, judged, at)]
  })
}
