/** What each room may import: other rooms (by their first folder) and packages. The architecture test holds it. */
export interface Room {
  rooms: string[]
  packages: string[]
  /** node: built-ins allowed. */
  node: boolean
}

export const rooms: Record<string, Room> = {
  // Triangles of scattered tables: pure arithmetic, like all of core.
  core: { rooms: [], packages: ['delaunator'], node: false },
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

/**
 * Files outside client/ui and client/lib that draw a form or a table, or read or act, without the kit (docs/kit.md),
 * each with its reason; the list only shrinks.
 */
export const besideTheKit: Record<string, string> = {}
