import { inForce, type Description } from '#core/description/index.ts'
import { reportedEnergy, type MeteredEnergy } from '#core/energy/index.ts'
import { term, type Note, type Term } from '#core/notes.ts'
import { indexAt, lowerBound } from '#core/series/index.ts'
import { NET_ENERGY, OWN_USE, PLANT_ENERGY, logCode, meterDifferenceCode, unitEnergyCode } from '../codes.ts'
import { energyStepAt, meterDifferenceOf, powerPartsOf, type EnergyStep } from '../energy.ts'
import type { Inputs } from '../inputs.ts'
import { calibrationOfReading, nothing } from './reading.ts'
import { sum, type Part } from './context.ts'
import type { EffectiveReading, NamedVersion, ReadingRole } from './types.ts'

/** A part of an explanation, with the value that it explains. */
interface EnergyPart extends Part {
  v: number
  q: number
}

/**
 * Explains an energy by its step: power with its holes, readings of the meter, and what was made of them. null: there is
 * no such value then.
 */
export function explainEnergy(
  d: Description,
  raw: Inputs,
  inputs: Inputs,
  code: string,
  at: number,
  zone: string,
): EnergyPart | null {
  const step = energyStepAt(d, inputs, at, zone)
  if (!step?.plant) return null
  const read = (role: ReadingRole, name: string, series: string | null | undefined, unit: string) =>
    series ? readingsOf(d, raw, inputs, { role, name, code: series, unit }, step) : []
  const p = inForce(d.parameters, at - 1)
  const ofParameters: NamedVersion[] = p ? [{ noun: 'parameters', version: p }] : []
  const { net, ownUse, plant } = step
  if (code === OWN_USE && ownUse) {
    const used = step.parameters.ownUse
    const share = typeof used === 'number' ? used : NaN
    const lines = ownUse.metered
      ? meterLines(ownUse.metered, step.parameters.ownUseSeries!, ownUse.energy.kwh)
      : [
          line('energy_own_use', 'E_o', ownUse.energy.kwh, 's * E', {
            s: term(share),
            E: linkTo(PLANT_ENERGY, plant.energy.kwh, at),
          }),
        ]
    return whole(ownUse.energy, lines, read('meter', '', step.parameters.ownUseSeries, 'kWh'), ofParameters)
  }
  if (code === NET_ENERGY && net) {
    const terms: Record<string, Term> = { E: linkTo(PLANT_ENERGY, plant.energy.kwh, at) }
    if (ownUse) terms.E_o = linkTo(OWN_USE, ownUse.energy.kwh, at)
    const lines = net.metered
      ? meterLines(net.metered, step.parameters.netSeries!, net.energy.kwh)
      : [line('energy_net', 'E_n', net.energy.kwh, ownUse ? 'E - E_o' : 'E', terms)]
    return whole(net.energy, lines, read('meter', '', step.parameters.netSeries, 'kWh'), ofParameters)
  }
  if (code === PLANT_ENERGY || code === meterDifferenceCode(PLANT_ENERGY)) {
    const units = step.units.map(({ id, version, energy }): Term => ({
      ...term(energy.kwh, 'kWh'),
      name: version?.body.name ?? id,
      series: unitEnergyCode(id) ?? undefined,
      t: at,
    }))
    const total = (plant.computed ?? plant.energy).kwh
    const lines = sum('energy_units', 'E_u', total, units, 'kWh')
    const inputs = read('meter', '', step.parameters.meterSeries, 'kWh')
    return finished(code, plant, lines, total, 'E_u', step.parameters.meterSeries, inputs, ofParameters)
  }
  const unit = step.units.find((u) =>
    [unitEnergyCode(u.id), meterDifferenceCode(unitEnergyCode(u.id) ?? '')].includes(code),
  )
  if (!unit) return null
  const parts = powerPartsOf(d, inputs, unit.id, step)
  const { lines, kwh } = powerLines(parts, step)
  const versions = parts.map((x): NamedVersion => ({ noun: 'unit', version: x.version }))
  const power = [...new Set(parts.map((x) => x.version.body.powerSeries))].flatMap((series) => {
    const { name, powerUnit } = parts.find((x) => x.version.body.powerSeries === series)!.version.body
    return read('power', name, series, powerUnit)
  })
  const logged = parts.some((x) => x.logged.covered > 0)
  const body = unit.version?.body
  const readings = [
    ...power,
    ...(logged ? read('power', body?.name ?? '', logCode(unit.id), 'kW') : []),
    ...read('meter', body?.name ?? '', body?.meterSeries, 'kWh'),
  ]
  return finished(code, unit, lines, kwh, 'E_P', body?.meterSeries, readings, [...versions, ...ofParameters])
}

/** An energy by power or by units, with what a meter says of it. */
function finished(
  code: string,
  one: Parameters<typeof meterDifferenceOf>[0],
  lines: Note[],
  computed: number,
  symbol: string,
  meter: string | null | undefined,
  inputs: EffectiveReading[],
  versions: NamedVersion[],
): EnergyPart {
  const { metered, energy } = one
  if (!metered) return whole(energy, lines, inputs, versions)
  const difference = code.endsWith('.difference')
  const by = meterLines(metered, meter!, metered.whole || difference ? metered.energy.kwh : energy.kwh)
  if (!difference) return whole(energy, [...lines, ...by], inputs, versions)
  const { value, q } = meterDifferenceOf(one)
  const v = value ?? NaN
  const last = line('energy_difference', 'dE', v, `E_M - ${symbol}`, {
    E_M: term(metered.energy.kwh, 'kWh'),
    [symbol]: term(computed, 'kWh'),
  })
  return { v, q, lines: [...lines, ...by, last], inputs, versions }
}

function whole(
  energy: Parameters<typeof reportedEnergy>[0],
  lines: Note[],
  inputs: EffectiveReading[],
  versions: NamedVersion[],
): EnergyPart {
  const { value, q } = reportedEnergy(energy)
  return { v: value ?? NaN, q, lines, inputs, versions }
}

const line = (
  id: string,
  symbol: string,
  value: number,
  expression: string,
  terms: Record<string, Term>,
): Note => ({
  id,
  symbol,
  value,
  unit: 'kWh',
  expression,
  terms,
})

const linkTo = (series: string, value: number, t: number): Term => ({ ...term(value, 'kWh'), series, t })

/** The step, its holes, and the mean power of the rest. */
function powerLines(parts: ReturnType<typeof powerPartsOf>, { from, to }: EnergyStep) {
  const covered = parts.reduce((n, x) => n + x.energy.covered, 0) / 1000
  const kwh = parts.reduce((n, x) => n + x.energy.kwh, 0)
  const holes = parts.flatMap((x) => x.holes)
  const seconds = (id: string, symbol: string, value: number, terms: Term[]): Note => ({
    ...sum(id, symbol, value, terms, 's')[0],
  })
  const lines: Note[] = []
  lines.push({
    id: 'energy_step',
    symbol: 'T',
    value: (to - from) / 1000,
    unit: 's',
    expression: '',
    terms: { t_1: { ...term(0, 's'), t: from }, t_2: { ...term((to - from) / 1000, 's'), t: to } },
  })
  if (holes.length > 0) {
    const lengths = holes.map((x): Term => ({ ...term((x.to - x.from) / 1000, 's'), t: x.from }))
    lines.push(seconds('energy_holes', 'T_0', holes.reduce((n, x) => n + x.to - x.from, 0) / 1000, lengths))
  }
  const logged = parts.reduce((n, x) => n + x.logged.kwh, 0)
  if (logged !== 0) lines.push(line('energy_logged', 'E_L', logged, '', {}))
  const mean = covered > 0 ? (kwh * 3600) / covered : NaN
  const terms = { P_m: term(mean, 'kW'), T_c: term(covered, 's') }
  lines.push(line('energy_power', 'E_P', covered > 0 ? kwh : NaN, 'P_m * T_c / 3600', terms))
  return { lines, kwh }
}

/** Readings of a meter, and what fills the time without one. */
function meterLines(metered: MeteredEnergy, series: string, value: number): Note[] {
  const { energy, readings } = metered
  const terms = readings.map((r): Term => ({ ...term(r.kwh, 'kWh'), series, t: r.t }))
  const by = sum('energy_meter', 'E_M', energy.kwh, terms, 'kWh')
  if (metered.whole || value === energy.kwh) return by
  const E_R = value - energy.kwh
  return [
    ...by,
    line('energy_beside', 'E', value, 'E_M + E_R', { E_M: term(energy.kwh, 'kWh'), E_R: term(E_R, 'kWh') }),
  ]
}

/** The readings of a series that bear on a step: within it, and the nearest one on either side. */
function readingsOf(
  d: Description,
  raw: Inputs,
  inputs: Inputs,
  named: { role: ReadingRole; name: string; code: string; unit: string },
  { from, to }: EnergyStep,
): EffectiveReading[] {
  const [sent, used] = [raw(named.code)?.series, inputs(named.code)?.series]
  if (!sent || !used) return [nothing(named)]
  const list: EffectiveReading[] = []
  const end = Math.min(sent.t.length - 1, lowerBound(sent.t, to))
  for (let i = Math.max(0, indexAt(sent, from)); i <= end; i++) {
    const k = lowerBound(used.t, sent.t[i])
    list.push({
      ...nothing(named),
      t: sent.t[i],
      sent: sent.v[i],
      sentQ: sent.q[i],
      calibration: calibrationOfReading(d, named.code, sent.t[i], raw(named.code)?.kind),
      effective: used.v[k],
      q: used.q[k],
    })
  }
  return list.length > 0 ? list : [nothing(named)]
}
