/**
 * `npm run shots -- [word ...]`: every screen in both languages and themes at three widths, at a frozen instant, into
 * var/shots/<screen>-<language>-<theme>-<width>.png, for review. Words filter: names of screens (`panel-camera`,
 * `panel-*`), `vi` or `en`, `light` or `dark`, widths, or `vi-dark-390`.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as driver } from '@playwright/test'
import { silentLog } from '#server/lib/log.ts'
import { startPostgres } from '#server/lib/postgres/index.ts'
import { chromium } from '../browser/chromium.ts'
import { photograph } from './camera.ts'
import { closeCamera } from './seeing.ts'
import { wantedOf, type Cell } from './matrix.ts'
import { addPeople } from './people.ts'
import { SCREENS, type Screen } from './screens.ts'
import { openWorld, type World } from './world.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const OUT = join(ROOT, 'var', 'shots')

/** The small hours of a flood: the lake rises, the gates are being opened. 12 s after the readings of the minute. */
const FLOOD = Date.parse('2026-11-14T04:20:12+07:00')
/** A calm morning with many sensor faults. */
const CALM = Date.parse('2026-11-19T14:35:12+07:00')
const FAULTS = [
  'silent:level.reservoir.2@-90m/',
  'silent:unit.2.power@-3h/',
  'silent:level.downstream@-5h/',
  'spike(2):level.reservoir.1@-6h/-5h',
  'silent:rain.*@-4h/-2h',
  'silent:level.reservoir.*@-12h/-10h',
].join(';')

const { screens, cells } = wantedOf(process.argv.slice(2), SCREENS)

const dataDir = mkdtempSync(join(tmpdir(), 'forebay-shots-'))
mkdirSync(OUT, { recursive: true })
const postgres = await startPostgres({
  dataDir,
  log: silentLog,
  settings: { fsync: 'off', synchronous_commit: 'off' },
})
const browser = await driver.launch(await chromium())
const worlds = new Map<string, Promise<World>>()
const instants = { flood: FLOOD, faults: CALM, office: CALM }
/** Pages see that mail is configured; a camera may be on this machine; the chart page is available. */
const FULL = {
  ALLOW_PRIVATE_TARGETS: '1',
  EXPERT_ACCOUNTS: 'admin',
  SMTP_URL: 'smtp://127.0.0.1',
  MAIL_FROM: 'dam@example.vn',
  PUBLIC_URL: 'http://127.0.0.1',
}
const OTHERS = [
  'Hồ A Lưới',
  'Hồ Đăk Mi 4',
  'Hồ Sông Bung 4',
  'Hồ Sông Tranh 2',
  'Hồ Buôn Kuốp',
  'Hồ A Vương',
  'Hồ Bình Điền',
]
const worldOf = (name: Screen['world']) => {
  let world = worlds.get(name)
  if (!world) {
    world = openWorld(postgres.url, {
      now: instants[name],
      dataDir,
      ...(name === 'office'
        ? { days: 2, env: { EDITION: 'SERVER' }, others: OTHERS }
        : { days: 12, env: FULL, faults: name === 'faults' ? FAULTS : '' }),
    }).then(async (made) => {
      await addPeople(made.url, made.password)
      return made
    })
    worlds.set(name, world)
  }
  return world
}
try {
  let count = 0
  const started = Date.now()
  for (const screen of screens) {
    const world = await worldOf(screen.world)
    await screen.prepare?.(world)
    for (const cell of cells(screen)) {
      const path = join(OUT, nameOf(screen, cell))
      try {
        await photograph(browser, world, { screen, ...cell, now: instants[screen.world], path })
        count++
      } catch (error) {
        // The others are taken nevertheless.
        process.exitCode = 1
        process.stderr.write(`${nameOf(screen, cell)}: ${error instanceof Error ? error.message : error}\n`)
      }
    }
    process.stdout.write(`${screen.name}: ${cells(screen).length} pictures\n`)
  }
  process.stdout.write(`${count} pictures in var/shots in ${Math.round((Date.now() - started) / 1000)} s\n`)
} finally {
  await browser.close()
  await closeCamera()
  for (const world of worlds.values()) await (await world.catch(() => null))?.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

function nameOf(screen: Screen, { language, theme, width }: Cell): string {
  return `${screen.name}-${language}-${theme}-${width}.png`
}
