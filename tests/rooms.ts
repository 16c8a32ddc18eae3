/** What each room may import: other rooms (by their first folder) and packages. The architecture test holds it. */
export interface Room {
  rooms: string[]
  packages: string[]
  /** node: built-ins allowed. */
  node: boolean
}

export const rooms: Record<string, Room> = {
  core: { rooms: [], packages: [], node: false },
  contract: { rooms: ['core'], packages: ['zod'], node: false },
  server: {
    rooms: ['core', 'contract'],
    packages: [
      'fastify',
      '@fastify/cookie',
      '@fastify/helmet',
      '@fastify/rate-limit',
      '@fastify/static',
      '@node-rs/argon2',
      '@scalar/fastify-api-reference',
      'hucre',
      'jose',
      '@napi-rs/image',
      'nodemailer',
      'pg',
      'pg-copy-streams',
      'pino',
      'selfsigned',
      'zod',
    ],
    node: true,
  },
  client: {
    rooms: ['core', 'contract'],
    packages: [
      'react',
      'react-dom',
      'react-router',
      '@tanstack/react-query',
      '@tanstack/react-table',
      '@tanstack/react-virtual',
      '@mantine/core',
      '@mantine/dates',
      '@mantine/form',
      '@mantine/hooks',
      '@mantine/notifications',
      '@fontsource-variable/inter',
      'dayjs',
      'idb-keyval',
      'ol',
      'ol-pmtiles',
      'pmtiles',
      'zod',
    ],
    node: false,
  },
  // The plant integrates its own water: what it shares with the server is the wire only.
  plant: { rooms: ['contract'], packages: [], node: true },
  bench: {
    rooms: ['core', 'contract', 'server', 'client', 'plant', 'tests'],
    packages: ['@playwright/test', 'lighthouse', 'pg'],
    node: true,
  },
  bin: { rooms: [], packages: [], node: true },
}

/** The only files that may cross their room's table, each with its reason. */
export const exceptions: Record<string, { imports: string[]; why: string }> = {
  'server/demo.ts': { imports: ['plant'], why: 'a new demo is set up from the plant’s own description' },
}

/** Words that core may not even name: no clock, no I/O, no chance. */
export const forbiddenInCore = [
  /\bfetch\s*\(/,
  /\bprocess\b\s*[.[]/,
  /\bDate\.now\b/,
  /\bnew Date\(\s*\)/,
  /\bMath\.random\b/,
  /\bperformance\.now\b/,
  /\bconsole\b\s*\./,
]

/** Files of the server that hold SQL and are no store, each with its reason; the list only shrinks. */
export const sqlOutsideStores: Record<string, string> = {
  'server/features/camera/hide.ts': 'rewrites what an older program stored, once',
  'server/features/quality/routes.ts': 'the filter of the page is the condition of its statements',
  'server/features/settings/bundle/content.ts': 'reads what is described as a bundle holds it',
}

const MOVING = 'is still to be moved onto the kit'

/**
 * Files outside client/ui and client/lib that draw a form or a table, or read or act, without the kit (docs/kit.md),
 * each with its reason; the list only shrinks.
 */
export const besideTheKit: Record<string, string> = {
  'client/features/basin-geometry/queries.ts': MOVING,
  'client/features/basin-geometry/weights.tsx': MOVING,
  'client/features/basin-rain/hourly-rain.tsx': MOVING,
  'client/features/basin-rain/index.tsx': MOVING,
  'client/features/calculation/again.tsx': MOVING,
  'client/features/calculation/panel.tsx': MOVING,
  'client/features/calculation/queries.ts': MOVING,
  'client/features/calculators/index.tsx': MOVING,
  'client/features/change-history/day.tsx': MOVING,
  'client/features/change-history/queries.ts': MOVING,
  'client/features/change-history/restore.tsx': MOVING,
  'client/features/dashboard/chart-config/index.tsx': MOVING,
  'client/features/dashboard/chart-queries.ts': MOVING,
  'client/features/dashboard/indicators-panel.tsx': MOVING,
  'client/features/dashboard/tables.tsx': MOVING,
  'client/features/file-import/columns.tsx': MOVING,
  'client/features/file-import/queries.ts': MOVING,
  'client/features/forecast/queries.ts': MOVING,
  'client/features/gate-log/correct.tsx': MOVING,
  'client/features/gate-log/queries.ts': MOVING,
  'client/features/gate-log/write.tsx': MOVING,
  'client/features/hydropower/queries.ts': MOVING,
  'client/features/hydropower/when.tsx': MOVING,
  'client/features/quality/queries.ts': MOVING,
  'client/features/reservoir/index.tsx': MOVING,
  'client/features/sensors/act.tsx': MOVING,
  'client/features/sensors/queries.ts': MOVING,
  'client/features/setup/leave.tsx': MOVING,
  'client/features/setup/queries.ts': MOVING,
  'client/features/setup/storage-step.tsx': MOVING,
  'client/features/shift-log/change.tsx': MOVING,
  'client/features/shift-log/correct.tsx': MOVING,
  'client/features/shift-log/draft.tsx': MOVING,
  'client/features/shift-log/new-sheet.tsx': MOVING,
  'client/features/shift-log/queries.ts': MOVING,
  'client/features/shift-log/quick.tsx': MOVING,
  'client/features/shift-log/sign.tsx': MOVING,
  'client/features/station-map/queries.ts': MOVING,
  'client/features/stations/queries.ts': MOVING,
  'client/features/stations/replace.tsx': MOVING,
  'client/features/tables/change.tsx': MOVING,
  'client/features/tables/lookup.tsx': MOVING,
  'client/features/tables/queries.ts': MOVING,
  'client/features/tables/use-again.tsx': MOVING,
  'client/features/wall/door.tsx': MOVING,
  'client/features/wall/gates.tsx': MOVING,
  'client/features/wall/header.tsx': MOVING,
  'client/parts/explain/panel.tsx': MOVING,
  'client/parts/live-data/queries.ts': MOVING,
  'client/parts/preview-difference/preview.tsx': MOVING,
  'client/parts/settings-forms/noise.tsx': MOVING,
  'client/parts/time-chart/use-steps.ts': MOVING,
}
