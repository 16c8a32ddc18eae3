import { z } from 'zod'
import { getDataFromTo, getHydros, getIndicators, getOutlets, getWaterdepths } from './dashboard.ts'
import { endpoint, type Endpoint } from './endpoint.ts'
import { getFeed } from './feed.ts'
import { getHistory } from './readings.ts'
import { getHydroSetting, getSettingInterface } from './settings.ts'
import { getDemoWeather } from './demo-weather.ts'

/**
 * Wall screens: browsers in control rooms that show a reservoir and can do nothing else. One is set up with a key that
 * is used once (in the fragment of an address, or typed as a short code); the token that its browser then keeps is
 * valid until revoked.
 */
const base = 'main' as const

export const wallScreen = z.object({
  screen_id: z.string(),
  name: z.string(),
  created_at: z.string(),
  created_by: z.string(),
  created_by_name: z.string().nullable(),
  /** Until when its key can be used; null after it was. */
  key_until: z.string().nullable(),
  signed_in_at: z.string().nullable(),
  /** Address from which it signed in. */
  address: z.string().nullable(),
  /** To the minute. */
  last_seen_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})
export type WallScreen = z.infer<typeof wallScreen>

/** A screen's own reservoir and name. */
export const wallPlace = z.object({
  screen_id: z.string(),
  name: z.string(),
  hydro_code: z.string(),
  hydro_name: z.string(),
  time_zone: z.string(),
  permissions: z.array(z.string()),
})
export type WallPlace = z.infer<typeof wallPlace>

export const listWallScreens = endpoint({
  base,
  method: 'GET',
  path: '/v1/wall/screens',
  access: 'tokens.view',
  reads: ['wall-screens'],
  summary: 'Wall screens of the reservoir, without their secrets.',
  data: z.array(wallScreen),
})

export const addWallScreen = endpoint({
  base,
  method: 'POST',
  path: '/v1/wall/screens/add',
  access: 'tokens.update',
  changes: ['wall-screens'],
  summary:
    'Adds a wall screen; needs dashboard.view too. Its key and short code are in this answer only, and work once within a day.',
  status: 201,
  body: z.strictObject({ name: z.string().trim().min(1).max(100) }),
  data: wallScreen.extend({ key: z.string(), code: z.string() }),
})

export const revokeWallScreen = endpoint({
  base,
  method: 'POST',
  path: '/v1/wall/screens/revoke',
  access: 'tokens.update',
  changes: ['wall-screens'],
  summary: 'Revokes a wall screen at once and ends its stream.',
  body: z.strictObject({ screen_id: z.string() }),
  data: wallScreen,
})

export const signInWall = endpoint({
  base,
  method: 'POST',
  path: '/v1/wall/sign-in',
  access: 'public',
  changes: [],
  summary:
    'Signs a browser in as a wall screen: exchanges its key or short code, once, for a token that does not expire.',
  body: z.strictObject({
    /** The key of the address, or the short code as typed. */
    key: z.string().trim().min(1, { error: 'required' }).max(100),
  }),
  data: z.object({ token: z.string(), screen: wallPlace }),
})

export const getWallScreen = endpoint({
  base,
  method: 'GET',
  path: '/v1/wall/screen',
  access: 'dashboard.view',
  reads: ['wall-screens'],
  summary: 'The wall screen that calls, with its reservoir; null for an account.',
  data: wallPlace.nullable(),
})

/**
 * The calls of a screen, whatever else its permission allows: it shows figures, a chart and gates, and writes nothing.
 */
export const WALL_CALLS: readonly Pick<Endpoint, 'method' | 'base' | 'path'>[] = [
  getWallScreen,
  getFeed,
  getHydros,
  getIndicators,
  getOutlets,
  getWaterdepths,
  getDataFromTo,
  getHistory,
  getSettingInterface,
  getHydroSetting,
  getDemoWeather,
]
