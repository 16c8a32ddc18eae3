import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{core,contract,server,plant,tests,client,bench}/**/*.test.ts'],
    exclude: ['**/node_modules/**', 'tests/browser/**'],
    globalSetup: ['tests/globalSetup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for may take its time on a machine that has other things to do.
    expect: { poll: { timeout: 15_000 } },
    env: { TZ: 'UTC' },
  },
})
