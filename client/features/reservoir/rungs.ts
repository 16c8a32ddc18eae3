/** What the Basic API says of a reservoir, as far as it is shown. */
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

export type LevelName = keyof typeof LEVELS
export type Rung = { name: LevelName | 'now'; z: number }

/** The levels from the top down, with the lake's own where it belongs among them; what is not set is left out. */
export function rungs(data: Information, now: number | null): Rung[] {
  const all = (Object.keys(LEVELS) as LevelName[]).flatMap((name): Rung[] => {
    const z = data[LEVELS[name]]
    return z === null || z === undefined ? [] : [{ name, z }]
  })
  if (now !== null) all.push({ name: 'now', z: now })
  return all.sort((a, b) => b.z - a.z)
}
