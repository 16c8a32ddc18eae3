import { defineConfig } from '@playwright/test'
import { chromium } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  testMatch: '*.test.ts',
  outputDir: '../../tmp/browser',
  // One server with its plant serves all of them, one after the other.
  workers: 1,
  fullyParallel: false,
  retries: 0,
  forbidOnly: true,
  // For a machine that has other things to do. What must be quick says so where it is tested.
  timeout: 60_000,
  expect: { timeout: 10_000 },
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
