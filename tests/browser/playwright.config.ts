import { readdirSync, statSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromium } from './chromium.ts'

/** Files that leave the plant as they find it: they are one project, whose worker keeps its plant from file to file. */
const READERS = ['calculators', 'explain', 'first-load', 'forecast', 'kit', 'looks', 'shell', 'sign-in'].map(
  (name) => `${name}.test.ts`,
)

// A worker serves one project only: with a project for each other file none finds what another left behind. The
// longest begin first, so that no worker is left with a long one at the end.
const writers = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.test.ts') && !READERS.includes(name))
  .map((name) => ({ name, size: statSync(join(import.meta.dirname, name)).size }))
  .sort((a, b) => b.size - a.size)
  .map(({ name }) => ({ name: name.replace('.test.ts', ''), testMatch: name }))

export default defineConfig({
  testDir: '.',
  outputDir: '../../tmp/browser',
  projects: [...writers, { name: 'readers', testMatch: READERS }],
  globalSetup: './globalSetup.ts',
  // Each is a server with its plant, a database and a browser.
  workers: Math.max(2, availableParallelism()),
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // For a machine that has other things to do. What must be quick says so where it is tested.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: await chromium(),
    viewport: { width: 1440, height: 900 },
    // Neither the language nor the zone of the reader's machine may show through.
    locale: 'de-DE',
    timezoneId: 'America/New_York',
    trace: 'off',
    video: 'off',
    screenshot: 'only-on-failure',
  },
})
