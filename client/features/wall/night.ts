import { localParts } from '#core/time/index.ts'

export const LIGHTS = ['auto', 'day', 'night'] as const
export type Light = (typeof LIGHTS)[number]

/** Local hours of daylight in a control room; in the tropics they hardly change over the year. */
export const DAY_FROM = 6
export const DAY_TO = 18

/** Whether the wall is dark: as chosen, else by the plant's local hour. */
export function isNight(light: Light, now: number, zone: string): boolean {
  if (light !== 'auto') return light === 'night'
  const { hour } = localParts(now, zone)
  return hour < DAY_FROM || hour >= DAY_TO
}
