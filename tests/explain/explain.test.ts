import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { evaluate } from '#core/expression.ts'
import { isComputedCode } from '#core/calculation/index.ts'
import { explain, type Explanation } from '#contract/explain.ts'
import { addAct } from '#contract/edits.ts'
import { HOUR, HYDRO, MINUTE, T, fixture, local, type Fixture } from '../calculation/fixture.ts'

let h: Fixture
beforeAll(async () => (h = await fixture(6 * HOUR)), 120_000)
afterAll(() => h.server.close())

const ask = (series: string, at?: string) =>
  h.ask(explain, { query: at === undefined ? { series } : { series, at } })
const ACTOR = { actor: 'system', address: null, hydro: HYDRO }

type Plain = Omit<Explanation['lines'][number], 'table' | 'lines'>
/** A line's value follows from its numbers. */
function assertWorking(line: Plain, where: string): void {
  if (line.expression === '' || line.value === null) return
  const v = evaluate(line.expression, (symbol) => line.terms.find((t) => t.symbol === symbol)?.value ?? NaN)
  const digits = line.id === 'turbine' ? 1e-6 : 1e-11 * Math.max(1, Math.abs(line.value))
  expect(Math.abs(v - line.value), `${where} ${line.id}`).toBeLessThanOrEqual(digits)
}

describe('why this number', () => {
  test('every computed value of an instant: its lines reproduce it to the last digit', async () => {
    const all = await h.server.app.readings.registry.list(HYDRO)
    const stored = await h.stored(T - HOUR, T)
    let explained = 0
    for (const { code } of all.filter((x) => isComputedCode(x.code))) {
      const s = stored.get(code)!
      if (s.t.length === 0) continue
      const e = await ask(code, String(T))
      const i = s.t.indexOf(e.t)
      expect(e.value, code).toBe(Number.isNaN(s.v[i]) ? null : s.v[i])
      expect(e.quality, code).toBe(s.q[i])
      expect(e.recomputed, code).toMatchObject({ same: true, why: null, value: e.value })
      for (const line of e.lines) {
        assertWorking(line, code)
        for (const inner of line.lines) assertWorking(inner, `${code} ${line.id}`)
      }
      const last = e.lines.at(-1)
      if (e.value !== null && !code.endsWith('.method'))
        expect(Math.abs(last!.value! - e.value), code).toBeLessThanOrEqual(1e-6 * Math.max(1, e.value))
      expect(e.stored!.written_at, code).not.toBeNull()
      explained++
    }
    expect(explained).toBeGreaterThan(20)
  })

  test('a gate: its opening, table or formula with coefficients, versions with author and time', async () => {
    const e = await ask('leaf.spillway.1.q', local(T))
    expect(e.inputs).toMatchObject([
      { role: 'opening', series: 'gate.1.opening', raw_unit: 'm', quality: 0, acts: [], calibration: null },
    ])
    expect(e.inputs[0].used).toBe(e.inputs[0].raw)
    expect(e.versions.map((v) => v.noun)).toContain('gate')
    expect(e.versions[0].recorded_at).not.toBeNull()
    const table = e.lines.find((line) => line.table)!.table!
    expect(table).toMatchObject({ noun: 'table', group: 'ZAQ', code: null })
    expect(table.rows.length).toBeGreaterThan(0)
    expect(table.recorded_at).not.toBeNull()
    const level = e.lines.flatMap((line) => line.terms).find((t) => t.series === 'general.lake_level')!
    // A part can be explained in turn, and has the value stated before.
    expect((await ask('general.lake_level', String(level.t))).value).toBe(level.value)
    expect(e.method).toBe(1)
    expect(e.parameters!.values.map((p) => p.name)).toContain('allowSuspect')
  })

  test('inflow: window, both storages, the integral of outflow, losses, one sigma', async () => {
    const e = await ask('general.total_discharge_lake')
    expect(e.t).toBe(T)
    const ids = e.lines.map((line) => line.id)
    for (const id of ['storage', 'change', 'regression', 'passed', 'mean_out', 'losses'])
      expect(ids).toContain(id)
    expect([ids[0], ids.at(-1)]).toEqual(['band', 'balance'])
    // The regression's scatter is part of the one standard error, which is computed separately.
    const [band] = e.lines
    expect(e.lines.filter((line) => line.symbol.startsWith('s')).map((line) => line.symbol)).toEqual([
      'sigma',
    ])
    const part = band.terms.find((term) => term.symbol === 's_V')!
    const made = await ask(part.series!, String(part.t))
    expect(made.value).toBeCloseTo(band.value!, 9)
    expect(made.lines.map((line) => line.id)).toEqual([
      'reading_error',
      'reading_storage',
      'scatter',
      'storage_error',
      'band',
    ])
    const window = await ask('general.inflow_window')
    expect([window.value, window.unit]).toEqual([3600, 's'])
    const passed = e.lines.find((line) => line.id === 'passed')!
    expect(passed.terms).toHaveLength(12)
    expect(passed.terms.every((t) => t.series === 'general.total_discharge_out')).toBe(true)
    expect(e.parameters!.values).toContainEqual({ name: 'window', value: 3600, unit: 's' })
    expect(new Set(e.inputs.map((i) => i.series))).toEqual(
      new Set(['level.reservoir.1', 'level.reservoir.2']),
    )
    const second = e.inputs.find((i) => i.series === 'level.reservoir.2')!
    expect(second.calibration).toMatchObject({ noun: 'position', gain: 1 })
    expect(second.used).toBeCloseTo(second.raw! + second.calibration!.offset, 9)
  })

  test('a reading of a sensor, with the edit of a person over it', async () => {
    const series = 'level.reservoir.1'
    const before = await ask(series, String(T - 30 * MINUTE))
    expect(before).toMatchObject({ kind: 'reading', stored: null, recomputed: null })
    const t = before.inputs[0].t!
    const act = { kind: 'offset', series, from: t, to: t, b: 0.01 } as const
    await h.ask(addAct, { body: { act, reason: 'sóng gió' } })
    const e = await ask(series, String(t))
    expect(e.value).toBeCloseTo(before.value! + 0.01, 9)
    expect(e.inputs[0]).toMatchObject({
      raw: before.value,
      used: e.value,
      acts: [{ source: 'act', kind: 'offset', reason: 'sóng gió', from: t, to: t }],
    })
    expect(e.inputs[0].acts[0].by).not.toBeNull()
    expect(e.inputs[0].acts[0].at).not.toBeNull()

    // The level that rests on it waits to be computed; then it has the edit among its inputs.
    const waiting = await ask('general.lake_level', String(T - 30 * MINUTE))
    expect(waiting.recomputed).toMatchObject({ same: false, why: 'waiting' })
    expect(waiting.value).not.toBe(waiting.recomputed!.value)
    await h.settle()
    const level = await ask('general.lake_level', String(T - 30 * MINUTE))
    expect(level.recomputed).toMatchObject({ same: true, value: waiting.recomputed!.value })
    expect(level.value).toBe(waiting.recomputed!.value)
    expect(level.inputs.find((i) => i.series === series && i.t === t)!.acts).toHaveLength(1)
  })

  test('a changed description: the stored value stays until it is recomputed, and the explanation notes it', async () => {
    const { plants, services } = h.server.app
    const d = await plants.describe(HYDRO)
    const p = d.parameters[0].body
    const body = { ...p, seepage: p.seepage + 1 }
    const change = {
      hydroCode: HYDRO,
      noun: 'parameters' as const,
      itemId: 'parameters',
      body,
      from: T - HOUR,
    }
    await services.db.tx((c) => plants.change(c, ACTOR, { ...change, to: null, reason: 'đo lại' }))
    plants.changed(HYDRO, T - HOUR, null)
    const e = await ask('general.seepage', String(T))
    expect(e.recomputed).toMatchObject({ same: false, why: 'waiting', value: p.seepage + 1 })
    expect(e.value).toBe(p.seepage)
    expect(e.parameters).toMatchObject({ from: T - HOUR, reason: 'đo lại' })
    await h.settle()
    expect((await ask('general.seepage', String(T))).recomputed!.same).toBe(true)
    expect((await ask('general.seepage', String(T - 2 * HOUR))).value).toBe(p.seepage)
  })

  test('the run that stored it is named', async () => {
    await h.server.app.calculation.recompute(HYDRO, T - HOUR, T, 'system')
    const e = await ask('general.total_discharge_out', String(T))
    expect(e.stored!.run).toMatchObject({ by: 'system' })
    expect(e.stored!.run!.from).toBeLessThanOrEqual(T)
    expect(e.stored!.run!.code_version).toBe(e.code_version)
  })

  test('unknown series, future instants and invalid times are refused by name', async () => {
    const none = await h.refused(explain, { query: { series: 'general.no_such' } })
    expect(none.status).toBe(404)
    const ahead = await h.refused(explain, { query: { series: 'general.power', at: local(T + HOUR) } })
    expect(ahead).toMatchObject({ status: 400, fields: [['at', 'not_yet']] })
    const wrong = await h.refused(explain, { query: { series: 'general.power', at: 'yesterday' } })
    expect(wrong.status).toBe(400)
    expect(wrong.fields[0][0]).toContain('at')
  })
})
