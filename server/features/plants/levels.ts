import type { CharacteristicLevels } from '#core/description/index.ts'

/** Characteristic levels, m, by the names that the specification gives them in answers. */
export const levelsOnWire = (levels: CharacteristicLevels) => ({
  min_possible_water_level: levels.minPossible,
  max_possible_water_level: levels.maxPossible,
  dead_water_level: levels.dead,
  normal_water_level: levels.normal,
  designed_flood_water_level: levels.designedFlood,
  check_flood_water_level: levels.checkFlood ?? null,
  crest_level: levels.crest ?? null,
})
