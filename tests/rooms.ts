/**
 * Imports allowed in each room: other rooms (by their first folder) and packages. Enforced by the architecture test.
 */
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
  // The plant computes its own water: it shares only the wire with the server.
  plant: { rooms: ['contract'], packages: [], node: true },
  bench: {
    rooms: ['core', 'contract', 'server', 'client', 'plant', 'tests'],
    packages: ['@playwright/test', 'hucre', 'lighthouse', 'pg'],
    node: true,
  },
  bin: { rooms: [], packages: [], node: true },
}

/** The only files that may break their room's rules, each with its reason. */
export const exceptions: Record<string, { imports: string[]; why: string }> = {
  'server/demo.ts': { imports: ['plant'], why: 'a new demo is set up from the plant’s own description' },
}

/** Identifiers forbidden in core: no clock, no I/O, no randomness. */
export const forbiddenInCore = [
  /\bfetch\s*\(/,
  /\bprocess\b\s*[.[]/,
  /\bDate\.now\b/,
  /\bnew Date\(\s*\)/,
  /\bMath\.random\b/,
  /\bperformance\.now\b/,
  /\bconsole\b\s*\./,
]

/** Files of the server that contain SQL and are no store, each with its reason; the list only shrinks. */
export const sqlOutsideStores: Record<string, string> = {
  'server/features/camera/hide.ts': 'rewrites what an older program stored, once',
  'server/features/quality/routes.ts': 'the filter of the page is the condition of its statements',
  'server/features/settings/bundle/content.ts': 'reads what is described as a bundle holds it',
}

/**
 * Files outside client/ui and client/lib that render a form or table, or read or act, without the kit (docs/kit.md),
 * each with its reason; the list only shrinks.
 */
export const besideTheKit: Record<string, string> = {}

/**
 * Pages that read their address without useAddress (client/lib/use-address.ts), each with its reason; the list only
 * shrinks.
 */
export const addressesBesideTheKit: Record<string, string> = {
  'client/features/charts/index.tsx': 'panes of any number, and it begins as this browser left it',
  'client/features/dashboard/use-actions.ts':
    'it begins as this browser left it, and two changes in a row both count',
  'client/features/dashboard/last-update.tsx': 'reads what the dashboard has written, on every page',
  'client/features/reading-edits/index.tsx':
    'times of the address are local to the zone of the plant, which is read first',
  'client/features/sign-in/forgot.tsx': 'reads the token of a link that was mailed',
}

/** Inputs outside a form (client/lib/form/), each with its reason; the rest moves onto it. */
export const fieldsBesideTheKit: Record<string, string> = {
  'client/features/basin-geometry/weights.tsx':
    'a table whose sums follow while it is typed into; only what changed is sent',
  'client/features/calculation/interval.tsx':
    'the span that the panel calculates, in the address of the dashboard',
  'client/features/calculation/own-field.tsx':
    'values that take the place of sensors, computed as they are typed',
  'client/features/file-import/column.tsx': 'columns of a file, read again as they are described',
  'client/features/file-import/columns.tsx': 'columns of a file, read again as they are described',
  'client/features/file-import/reading.tsx': 'how a file is read, read again as it is typed',
  'client/features/hydropower/look-up.tsx': 'nothing is sent: a value is looked up as it is typed',
  'client/features/hydropower/when.tsx': 'the time that the whole page is shown at, in the address',
  'client/features/reading-edits/act-form.tsx':
    'an edit that is tried on the chart as it is typed, and may be taken over by another',
  'client/features/reading-edits/points-field.tsx': 'an edit that is tried on the chart as it is typed',
  'client/features/reading-edits/span-fields.tsx': 'the span that is chosen in chart and table as well',
  'client/features/report-sheets/names.tsx': 'nothing is sent: names are found as it is typed',
  'client/features/report-sheets/upload.tsx':
    'a file with a name; what is wrong is in the file, told with its cells',
  'client/features/report/tree.tsx': 'nothing is sent: the boxes of the tree are found as it is typed',
  'client/features/sensors/calibrate.tsx': 'the reading of the staff is not sent: it works out the offset',
  'client/features/setup/other-place.tsx':
    'nothing is sent: coordinates of another form are worked out as they are typed',
  'client/features/setup/storage-step.tsx':
    'rows that are read as they are typed, in the draft of the wizard',
  'client/features/tables/form.tsx':
    'a draft for each of the tables that a file holds, checked by the server as it is typed',
  'client/parts/described-items/effective.tsx':
    'when a change takes effect and why, beside the form of what is changed',
  'client/parts/preview-difference/preview.tsx':
    'within the form of what is previewed, whose fields these are not',
}

/** Declarations repeated in three stylesheets or more, each with the reason why it is no class of client/ui. */
export const repeatedRules: Record<string, string> = {
  'background: var(--accent-ground); border-color: var(--accent)':
    'what a file is held over, and what is chosen: states of parts that look different otherwise',
  'color: var(--muted); font-weight: 400':
    'a value that is late, idle or absent: its attribute takes the weight away that its place gives it',
  'color: var(--text); font-weight: 500': 'the <b> within muted words, of a figure on a scale or in a line',
  'color: var(--text); font-weight: 600': 'what counts within muted words',
}
