import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Rooms whose tests need neither a database nor a program beside them. */
export const PURE = ['core', 'contract', 'client', 'plant', 'server', 'bench']

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', 'tests/browser/**'],
    pool: 'forks',
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for may take its time on a machine that has other things to do.
    expect: { poll: { timeout: 15_000 } },
    env: { TZ: 'UTC' },
    // No test replaces a module or leaves a global changed, so the files of a worker share what they import.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [`{${PURE}}/**/*.test.ts`, 'tests/architecture.test.ts', 'tests/dead-code.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/**', 'tests/architecture.test.ts', 'tests/dead-code.test.ts'],
          globalSetup: ['tests/globalSetup.ts'],
        },
      },
    ],
  },
})
