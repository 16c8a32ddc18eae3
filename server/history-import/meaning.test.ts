import { describe, expect, test } from 'vitest'
import type { SeriesRow } from '#server/features/readings/index.ts'
import { meaningOf } from './meaning.ts'

const series = (code: string, name: string, unit: string) =>
  ({ code, name, unit, kind: 'instant', step_s: 3600, source: 'ingest' }) as unknown as SeriesRow
const KNOWN = [series('level.reservoir.1', 'Hồ', 'm'), series('release.total', 'Tổng xả', 'm3/s')]

/** Series and unit that a header probably means. */
const meant = (name: string, unit = '') => {
  const guess = meaningOf(name, unit, 3600, KNOWN, new Set())
  return guess && [guess.series, guess.unit]
}

describe('the unit that a file states', () => {
  test.each([
    ['Lvl_psi', 'psi', ['pressure.lvl_psi', 'psi']],
    ['Lvl_psi', '', ['pressure.lvl_psi', 'psi']],
    ['Level', 'kPa', ['pressure.level', 'kPa']],
    ['wtr_pt_9', 'deg C', ['temperature.wtr_pt_9', 'degC']],
    ['Nhiệt độ (°C)', '', ['temperature.nhiet_do', 'degC']],
    ['Nhiệt độ', '℃', ['temperature.nhiet_do', 'degC']],
    ['BattCablePower', 'V', ['voltage.batt_cable_power', 'V']],
    ['Mực nước (cm)', '', ['level.reservoir.1', 'cm']],
    ['Công suất (kW)', '', ['power.cong_suat', 'kW']],
    ['Capacity (MW)', '', ['power.capacity', 'MW']],
    ['Dung tích (triệu m³)', '', ['published.storage', '10^6 m3']],
    ['W hồ', 'Mm³', ['published.storage', '10^6 m3']],
    ['total_release_m3s', '', ['release.total', 'm3/s']],
  ])('of %s %s', (name, unit, want) => expect(meant(name, unit)).toEqual(want))

  test.each([
    ['Level (ppm)', ''],
    ['Level', 'fathom'],
    ['BattCablePower', ''],
    ['deep_gates', ''],
    ['Số cửa mở', ''],
    ['normal_level', ''],
    ['MNDBT (m)', ''],
  ])('%s %s is left to the user', (name, unit) => expect(meant(name, unit)).toBeNull())
})

describe('releases from the lake', () => {
  test.each([
    'Tổng xả',
    'Tổng Q xả (m3/s)',
    'Q xả',
    'Lưu lượng (m³/s) Q xả',
    'total_discharge',
    'QoutDD',
    'Outflow',
  ])('%s is the total release', (name) => expect(meant(name)).toEqual(['release.total', 'm3/s']))
  test.each([
    'spillway_discharge',
    'powerhouse_discharge',
    'Q xả tràn',
    'Q máy',
    'Lưu lượng phát điện',
    'Q tối thiểu',
    'Tổng xả tràn',
    'Flow',
  ])('%s is a discharge, but not the total release', (name) => {
    const [code, unit] = meant(name)!
    expect(code).toMatch(/^discharge\./)
    expect(unit).toBe('m3/s')
  })
})

describe('words', () => {
  test.each([
    ['MNTL', 'level.reservoir.1'],
    ['MN hồ', 'level.reservoir.1'],
    ['Mực nước thượng lưu (m)', 'level.reservoir.1'],
    ['Z tl', 'level.reservoir.1'],
    ['MNHL', 'level.downstream.mnhl'],
    ['Mực nước hạ lưu', 'level.downstream.muc_nuoc_ha_luu'],
    ['Q đến', 'published.inflow'],
    ['Qđến', 'published.inflow'],
    ['Lưu lượng về hồ', 'published.inflow'],
    ['Dung tích hồ', 'published.storage'],
    ['Lượng mưa (mm)', 'rain.luong_mua'],
    ['Độ mở cửa 1', 'opening.do_mo_cua_1'],
    ['Cửa 1 (m)', 'opening.cua_1'],
    ['Q hạ lưu (m3/s)', 'discharge.q_ha_luu'],
    ['Mực nước trạm Sơn Hà', 'level.muc_nuoc_tram_son_ha'],
  ])('%s', (name, code) => expect(meant(name)?.[0]).toBe(code))
})
