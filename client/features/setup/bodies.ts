/** Form values of the set-up for outlets, units and stations, and the bodies that they describe. */
export interface GateDraft {
  id: string
  name?: string
  type?: number
  method?: 'auto' | 'measured'
  parameters?: Record<string, unknown>
  /** Number of equal gates side by side. */
  count?: number
  every?: number
}

export interface UnitDraft {
  id: string
  name?: string
  type?: number
  axis?: number
  centreElevation?: number
  /** MW, as on nameplates. */
  ratedPower?: number
  qmax?: number
  waterwayType?: number
  method?: 'auto' | 'measured'
  every?: number
}

export interface StationForm {
  code?: string
  name?: string
  type?: number
  latitude?: number
  longitude?: number
  thiessen?: number
  every?: number
}

const FREE_OVERFLOW = 1
/** More gates side by side than any dam has. */
const MOST_LEAVES = 100

export const openingSeries = (gate: string, k: number) => `${gate}.${k}.opening`
export const dischargeSeries = (id: string, k?: number) =>
  k === undefined ? `${id}.discharge` : `${id}.${k}.discharge`
export const powerSeries = (unit: string) => `${unit}.power`
export const stationSeries = (code: string, type: number | undefined) =>
  `${type === 1 ? 'rain' : 'level.station'}.${code.toLowerCase()}`

/** Without a count there are no gates: the schema then reports an error at `leaves`. */
const leafCount = (count: unknown) =>
  typeof count === 'number' && Number.isInteger(count) && count > 0 ? Math.min(count, MOST_LEAVES) : 0

export function gateBody(form: GateDraft) {
  const { id, count, parameters = {}, ...rest } = form
  const n = leafCount(count)
  return {
    ...rest,
    parameters,
    leaves: Array.from({ length: n }, (_, i) => {
      const k = i + 1
      const gate = { id: `${id}.${k}`, name: n === 1 ? (form.name ?? '') : `${form.name ?? ''} ${k}`.trim() }
      if (form.method === 'measured') return { ...gate, dischargeSeries: dischargeSeries(id, k) }
      if (form.type === FREE_OVERFLOW) return gate
      return { ...gate, openingSeries: openingSeries(id, k), openingUnit: 'm' }
    }),
  }
}

/** index: position in the plant, from 0, for its number in tables. */
export function unitBody(form: UnitDraft, index: number) {
  const { id, ratedPower, ...rest } = form
  return {
    ...rest,
    number: index + 1,
    ratedPower: ratedPower === undefined ? undefined : ratedPower * 1000,
    waterway: form.waterwayType === 1 ? id : 'common',
    powerSeries: powerSeries(id),
    powerUnit: 'MW',
    ...(form.method === 'measured' ? { dischargeSeries: dischargeSeries(id) } : {}),
  }
}

export function stationBody(form: StationForm, province: string) {
  const { thiessen, ...rest } = form
  return {
    ...rest,
    province,
    address: '',
    basin: '',
    series: stationSeries(form.code ?? '', form.type),
    sensorPort: '',
    ...(form.type === 1 ? { thiessen: thiessen ?? null } : {}),
  }
}
