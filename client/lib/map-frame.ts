import { getMap } from '#contract/geo.ts'
import { useRead } from './query.ts'

/** Base of the station maps: dam, outline, rivers, lakes and borders, and the initial view. */
export const useMapFrame = () => useRead(getMap, {}, { quiet: true })
