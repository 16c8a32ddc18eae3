/**
 * `npm run shots [screen ...]`: every screen in both languages and themes at three widths, at an instant that does not
 * pass, into var/shots/<screen>-<language>-<theme>-<width>.png. To be looked at.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as driver } from '@playwright/test'
import { silentLog } from '#server/lib/log.ts'
import { startPostgres } from '#server/lib/postgres/index.ts'
import { chromium } from '../browser/chromium.ts'
import { photograph, THEMES, WIDTHS, type Language, type Theme } from './camera.ts'
import { addPeople } from './people.ts'
import { SCREENS, type Screen } from './screens.ts'
import { openWorld, type World } from './world.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const OUT = join(ROOT, 'var', 'shots')
const LANGUAGES: Language[] = ['vi', 'en']

/** The small hours of a flood: the lake rises, the gates are being opened. 12 s after the readings of the minute. */
const FLOOD = Date.parse('2026-11-14T04:20:12+07:00')
/** A calm forenoon on which much is wrong with the sensors. */
const CALM = Date.parse('2026-11-19T14:35:12+07:00')
const FAULTS = [
  'silent:level.reservoir.2@-90m/',
  'silent:unit.2.power@-3h/',
  'silent:level.downstream@-5h/',
  'spike(2):level.reservoir.1@-6h/-5h',
  'silent:rain.*@-4h/-2h',
  'silent:level.reservoir.*@-12h/-10h',
].join(';')

const wanted = process.argv.slice(2)
const screens = SCREENS.filter((s) => wanted.length === 0 || wanted.includes(s.name))
if (screens.length === 0)
  throw new Error(`no such screen; there are ${SCREENS.map((s) => s.name).join(', ')}`)
const widthsOf = (s: Screen) => WIDTHS.filter((w) => !s.widths || s.widths.includes(w))

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
/** Where letters can be sent, as far as the pages know. */
const MAIL = { SMTP_URL: 'smtp://127.0.0.1', MAIL_FROM: 'dam@example.vn', PUBLIC_URL: 'http://127.0.0.1' }
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
        : { days: 12, env: MAIL, faults: name === 'faults' ? FAULTS : '' }),
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
    for (const language of LANGUAGES)
      for (const theme of THEMES)
        for (const width of widthsOf(screen)) {
          const path = join(OUT, nameOf(screen, language, theme, width))
          await photograph(browser, world, {
            screen,
            language,
            theme,
            width,
            now: instants[screen.world],
            path,
          })
          count++
        }
    process.stdout.write(`${screen.name}: ${widthsOf(screen).length * 4} pictures\n`)
  }
  process.stdout.write(`${count} pictures in var/shots in ${Math.round((Date.now() - started) / 1000)} s\n`)
} finally {
  await browser.close()
  for (const world of worlds.values()) await (await world.catch(() => null))?.close()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

function nameOf(screen: Screen, language: Language, theme: Theme, width: number): string {
  return `${screen.name}-${language}-${theme}-${width}.png`
}
