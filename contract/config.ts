import { z } from 'zod'
import { EDITIONS, endpoint } from './endpoint.ts'

export const publicConfig = z.object({
  version: z.string(),
  /** The script that the served page begins with; null where no page is served. Another one: another build. */
  build: z.string().nullable(),
  edition: z.enum(EDITIONS),
  demo: z.boolean(),
  /** Demo only: the accounts one can sign in with. Their password is on the terminal. */
  demo_accounts: z.array(z.string()),
  registration: z.boolean(),
  /** Whether letters can be sent: without, nobody is mailed a link for a forgotten password. */
  mail: z.boolean(),
  account_layout: z.number(),
  manual_url: z.string().nullable(),
  /** Whether the installation has a camera; its address may carry a password and stays on the server. */
  camera: z.boolean(),
  language_selector: z.boolean(),
  theme_toggle: z.boolean(),
  all_pages: z.boolean(),
  /** The disk has no room but its reserve: no readings are taken, while pages go on. */
  disk_full: z.boolean().optional(),
  site_name: z.string(),
})
export type PublicConfig = z.infer<typeof publicConfig>

export const getConfig = endpoint({
  base: 'main',
  method: 'GET',
  path: '/v1/config',
  access: 'public',
  reads: [],
  summary: 'What the pages need before sign-in.',
  data: publicConfig,
})
