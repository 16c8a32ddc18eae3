import { readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromium } from './chromium.ts'

/** Files that leave the plant unchanged: one project, whose worker keeps its plant from file to file. */
const READERS = [
  'calculators',
  'explain',
  'first-load',
  'forecast',
  'kit',
  'looks',
  'report',
  'shell',
  'sign-in',
].map((name) => `${name}.test.ts`)

/**
 * Files whose pages have the service worker. The others do without (decision 0094): it would store all files of what is
 * always a new browser.
 */
const WHOLE = [
  'basin',
  'clock',
  'dashboard',
  'gate-log',
  'known',
  'map',
  'offline',
  'shift-log',
  'soak',
  'tiles',
  'tokens',
  'tools',
  'wall',
]
const LEAN = { serviceWorkers: 'block' } as const

// A worker serves one project: with a project for each other file, none sees another's changes. The
// longest begin first, so that no worker is left with a long one at the end.
const writers = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts') && !READERS.includes(name))
  .map((name) => ({ name, size: statSync(join(import.meta.dirname, name)).size }))
  .sort((a, b) => b.size - a.size)
  .map(({ name }) => ({ name: name.replace('.test.ts', ''), testMatch: name }))
  .map((project) => ({ ...project, use: WHOLE.includes(project.name) ? {} : LEAN }))

export default defineConfig({
  testDir: '.',
  outputDir: '../../tmp/browser',
  projects: [...writers, { name: 'readers', testMatch: READERS, use: LEAN }],
  globalSetup: './globalSetup.ts',
  // Each needs a server with its plant, a database and a browser.
  workers: Math.max(2, availableParallelism()),
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // For a busy machine. Tests of speed have limits of their own.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: await chromium(),
    viewport: { width: 1440, height: 900 },
    // Language and zone of the machine must not influence the tests.
    locale: 'de-DE',
    timezoneId: 'America/New_York',
    trace: 'off',
    video: 'off',
    screenshot: 'only-on-failure',
  },
})
