import { expect, test } from 'vitest'
import type { Series } from '../../lib/items.ts'
import { vi } from '../../lib/text/vi/index.ts'
import { choicesOf, matches, NO_SOURCES, type Sources } from './choices.ts'

const series = (code: string, source: Series['source'] = 'ingest', name = code): Series => ({
  hydro_code: 'A',
  code,
  name,
  unit: 'm',
  kind: 'instant',
  step_s: 60,
  source,
})

const SOURCES: Sources = {
  ...NO_SOURCES,
  positions: [
    { body: { name: 'Hạ lưu', type: 3, series: 'level.tail' } },
    { body: { name: 'Hồ 1', type: 1, series: 'level.1' } },
  ],
  gates: [
    {
      id: 'g',
      body: { name: 'Tràn', leaves: [{ id: 'l1', name: 'Cửa 1', openingSeries: 'gate.1' }] },
    },
  ],
  units: [{ id: 'u', body: { name: 'H1', powerSeries: 'power.1' } }],
  stations: [{ name: 'Ba Vân', series: 'rain.1', radar_series: 'radar.1', station_type_id: 1 }],
  stationTypes: [{ id: 1, name: 'Mưa' }],
  sensors: [{ name: 'Cảm biến ra đa', series: 'level.1' }],
}

test('series are named by quantity and place, the reservoir first', () => {
  const all = choicesOf(
    [
      series('zz.other', 'ingest', 'Nhiệt độ tủ'),
      series('outlet.g.q', 'computed'),
      series('outlet.g.method', 'computed'),
      series('general.lake_level', 'computed'),
      series('power.1'),
      series('gate.1'),
      series('radar.1'),
      series('rain.1'),
      series('level.tail'),
      series('level.1'),
    ],
    SOURCES,
    vi,
  )
  expect(all.map((c) => `${c.group}: ${c.label}`)).toEqual([
    'level: Hồ 1 · mực nước',
    'level: Hạ lưu · mực nước',
    'station: Ba Vân · Mưa',
    'station: Ba Vân · mưa ra đa',
    'works: Tràn, Cửa 1 · độ mở',
    'works: H1 · công suất',
    'computed: Mực nước hồ (tính)',
    'computed: Tràn · lưu lượng tính',
    'other: Nhiệt độ tủ',
  ])
  expect(all[0].detail).toBe('Cảm biến ra đa')
})

test('without permission for the plant, series have their own names', () => {
  const [one] = choicesOf([series('level.1', 'ingest', 'Mực nước hồ 1')], NO_SOURCES, vi)
  expect([one.group, one.label]).toEqual(['other', 'Mực nước hồ 1'])
})

test('every word of a search must occur, with or without diacritics', () => {
  const [one] = choicesOf([series('level.1')], SOURCES, vi)
  expect(['ho 1 muc', 'CẢM BIẾN', 'level.1', ' '].map((s) => matches(one, s))).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect(matches(one, 'ho 2')).toBe(false)
})
