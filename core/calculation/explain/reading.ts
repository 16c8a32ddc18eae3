import { levelChecks } from '#core/balance/index.ts'
import type { Description } from '#core/description/index.ts'
import { ESTIMATED, MISSING, worst } from '#core/quality/index.ts'
import { indexAt, lowerBound, type Series, type SeriesKind } from '#core/series/index.ts'
import { calibrationOf } from '../calibrated.ts'
import type { Cursor } from '../cursor.ts'
import type { Inputs } from '../inputs.ts'
import type { Judged, LevelReading } from '../levels.ts'
import type { ReadingRole, EffectiveReading } from './types.ts'

export interface Named {
  role: ReadingRole
  name: string
  code: string
  unit: string
}

/** A series without any reading. */
export const nothing = ({ role, name, code, unit }: Named): EffectiveReading => ({
  role,
  name,
  code,
  unit,
  t: null,
  sent: NaN,
  sentQ: MISSING,
  calibration: null,
  checks: [],
  held: false,
  passedOver: [],
  effective: NaN,
  q: MISSING,
})

/** The sensor's calibration of a reading, where it has one. */
export function calibrationOfReading(
  d: Description,
  code: string,
  t: number,
  kind?: SeriesKind,
): EffectiveReading['calibration'] {
  const version = calibrationOf(d, code, t, kind)
  if (!version || (version.body.gain === 1 && version.body.offset === 0)) return null
  return { noun: 'sensor', version, gain: version.body.gain, offset: version.body.offset }
}

/** The reading behind a cursor's result at an instant, and the newer ones that it skipped. */
export function ofCursor(
  d: Description,
  raw: Inputs,
  cursor: Cursor,
  at: number,
  named: Named,
): EffectiveReading {
  const sent = raw(named.code)?.series
  if (!sent || sent.t.length === 0) return nothing(named)
  const i = cursor.lastUsed
  const sentAt = i < 0 ? at : cursor.t[i]
  // Where a calibration changes, a step gets an entry with the value of the reading before.
  const k = indexAt(sent, sentAt)
  if (k < 0) return nothing(named)
  return {
    ...named,
    t: sent.t[k],
    sent: sent.v[k],
    sentQ: sent.q[k],
    calibration: calibrationOfReading(d, named.code, sentAt),
    checks: [],
    held: i >= 0 && at - cursor.t[i] > cursor.stale,
    passedOver: i < 0 ? [] : newer(sent, sent.t[k], at, () => []),
    effective: i < 0 ? NaN : cursor.v[i],
    q: i < 0 ? cursor.quality : at - cursor.t[i] > cursor.stale ? worst(cursor.q[i], ESTIMATED) : cursor.q[i],
  }
}

function newer(
  s: Series,
  after: number,
  at: number,
  checks: (t: number) => string[],
): EffectiveReading['passedOver'] {
  const list: EffectiveReading['passedOver'] = []
  for (let i = lowerBound(s.t, after + 1); i < s.t.length && s.t[i] <= at; i++)
    list.push({ t: s.t[i], sent: s.v[i], q: s.q[i], checks: checks(s.t[i]) })
  return list
}

/** A reading of a level position as it counted for the level. */
export function ofLevel(
  raw: Inputs,
  r: LevelReading,
  judged: readonly Judged[],
  at: number,
): EffectiveReading {
  const { id, body } = r.position
  const sent = raw(body.series)?.series
  const k = sent ? indexAt(sent, r.t) : -1
  const fired = (t: number) => {
    for (const one of judged) {
      if (one.id !== id) continue
      const i = lowerBound(one.levels.t, t)
      if (one.levels.t[i] === t) return levelChecks(one.fired[i])
    }
    return []
  }
  return {
    role: 'level',
    name: body.name,
    code: body.series,
    unit: 'm',
    t: r.t,
    sent: sent && k >= 0 ? sent.v[k] : NaN,
    sentQ: sent && k >= 0 ? sent.q[k] : MISSING,
    calibration: { noun: 'position', version: r.position, gain: body.gain, offset: body.offset },
    checks: fired(r.t),
    held: false,
    // Another reading may be the newest that counts: what came after it was left out by a check.
    passedOver: sent ? newer(sent, r.t, at, fired).filter((x) => x.checks.length > 0 || (x.q & 7) >= 4) : [],
    effective: r.v,
    q: r.q,
  }
}
