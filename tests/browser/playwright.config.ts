import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromium } from './chromium.ts'

// A worker serves one project only: with a project for each file no file finds what another left behind.
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'))

export default defineConfig({
  testDir: '.',
  outputDir: '../../tmp/browser',
  projects: files.map((testMatch) => ({ name: testMatch.replace('.test.ts', ''), testMatch })),
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
