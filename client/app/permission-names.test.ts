import { expect, test } from 'vitest'
import { SCREENS } from '#contract/permissions.ts'
import { en } from '../lib/text/en/index.ts'
import { vi } from '../lib/text/vi/index.ts'

/** The page, or group of pages, that the permissions of a screen open. */
const NAME = {
  dashboard: (t) => t.route.dashboard,
  map: (t) => t.route.map,
  stations: (t) => t.route.stations,
  sensor: (t) => t.route.sensors,
  information: (t) => t.route.information,
  interpolate: (t) => t.route.interpolate,
  settings: (t) => t.route.parameters,
  log: (t) => t.group.log,
  quality: (t) => t.route.quality,
  readings: (t) => t.route.data,
  tokens: (t) => t.route.tokens,
  roles: (t) => t.route.roles,
  accounts: (t) => t.route.accounts,
  audit: (t) => t.route.audit,
} as const satisfies Record<string, (t: typeof vi | typeof en) => string>

test('rights carry the name of the page that they open, in both languages', () => {
  for (const [code, of] of Object.entries(NAME)) {
    const screen = SCREENS.find((s) => s.code === code)!
    expect([screen.vi, screen.en], code).toEqual([of(vi), of(en as unknown as typeof vi)])
  }
})
