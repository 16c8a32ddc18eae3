import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Rooms whose tests need neither a database nor a program beside them, but for those of the built pages. */
export const PURE = ['core', 'contract', 'client', 'plant', 'server', 'bench']

/** Tests of what is in tests/ that read files only. */
const READING = ['tests/architecture.test.ts', 'tests/contributing.test.ts', 'tests/dead-code.test.ts']

/** Tests of what the others left behind: run when those have ended. */
const AFTER = ['tests/statements/**/*.test.ts']

/** Tests that read the built pages: run by npm test, which builds them first. */
const BUILT = ['bench/first-load.test.ts']

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
          include: [`{${PURE}}/**/*.test.ts`, ...READING],
          exclude: ['**/node_modules/**', ...BUILT],
        },
      },
      { extends: true, test: { name: 'built', include: BUILT } },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/browser/**', ...READING, ...AFTER],
          globalSetup: ['tests/globalSetup.ts'],
          setupFiles: ['tests/statements/collect.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'after',
          include: AFTER,
          globalSetup: ['tests/globalSetup.ts'],
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
