import type { Hydro } from '#contract/dashboard.ts'

/** The displayed part of the Basic API's answer about a reservoir. */
export interface Information {
  hydro_name: string
  river: string
  province: string
  latitude: number
  longitude: number
  basin_area: number
  min_possible_water_level: number
  max_possible_water_level: number
  dead_water_level: number
  normal_water_level: number
  designed_flood_water_level: number
  check_flood_water_level: number | null
  crest_level: number | null
}

const LEVELS = {
  crest: 'crest_level',
  maxPossible: 'max_possible_water_level',
  checkFlood: 'check_flood_water_level',
  designedFlood: 'designed_flood_water_level',
  normal: 'normal_water_level',
  dead: 'dead_water_level',
  minPossible: 'min_possible_water_level',
} as const

type LevelName = keyof typeof LEVELS
export interface LevelRung {
  name: LevelName
  /** m */
  z: number
}
type Rung = LevelRung | { name: 'now'; z: number }

/** Levels from the top down, including the lake's own; unset ones are left out. */
export function rungs(data: Information, now: number | null): Rung[] {
  const all = (Object.keys(LEVELS) as LevelName[]).flatMap((name): Rung[] => {
    const z = data[LEVELS[name]]
    return z === null || z === undefined ? [] : [{ name, z }]
  })
  if (now !== null) all.push({ name: 'now', z: now })
  return all.sort((a, b) => b.z - a.z)
}

const CAPACITIES = {
  crest: 'crest_capacity',
  maxPossible: 'max_possible_capacity',
  checkFlood: 'check_flood_capacity',
  designedFlood: 'flood_capacity',
  normal: 'normal_capacity',
  dead: 'dead_capacity',
  minPossible: 'min_possible_capacity',
} as const

type Capacities = Pick<Hydro, (typeof CAPACITIES)[LevelName] | 'storage_table'>

/** Storage at a level of the reservoir, million m3; otherwise why it is unknown, with the end of the table. */
export function capacityAt(
  reservoir: Capacities,
  { name, z }: LevelRung,
): { value: number } | { why: 'above' | 'below'; end: number } | { why: 'none' } {
  const value = reservoir[CAPACITIES[name]]
  const table = reservoir.storage_table
  if (value !== null) return { value }
  if (table === null) return { why: 'none' }
  return z > table.to ? { why: 'above', end: table.to } : { why: 'below', end: table.from }
}
