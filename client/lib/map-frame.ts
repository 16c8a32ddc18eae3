import { getMap } from '#contract/geo.ts'
import { useRead } from './query.ts'

/** What maps of the stations are drawn on: the dam, the outline, rivers, lakes and borders, what is shown first. */
export const useMapFrame = () => useRead(getMap, {}, { quiet: true })
