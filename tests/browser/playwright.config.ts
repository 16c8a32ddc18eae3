import { readdirSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { chromium } from './chromium.ts'

// A worker serves one project only: with a project for each file no file finds what another left behind.
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.test.ts'))

export default defineConfig({
  testDir: '.',
  outputDir: '../../tmp/browser',
  projects: files.map((testMatch) => ({ name: testMatch.replace('.test.ts', ''), testMatch })),
  // Each is a server with its plant, a database and a browser: two are what two cores carry.
  workers: 2,
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
