import { z } from 'zod'
import { EDITIONS, endpoint } from './endpoint.ts'

export const publicConfig = z.object({
  version: z.string(),
  /** The script of the served page, which changes with every build; null where no page is served. */
  build: z.string().nullable(),
  edition: z.enum(EDITIONS),
  demo: z.boolean(),
  /** Demo only: the accounts to sign in with. Their password is printed on the terminal. */
  demo_accounts: z.array(z.string()),
  registration: z.boolean(),
  /** Whether e-mail can be sent; without it there are no links for forgotten passwords. */
  mail: z.boolean(),
  account_layout: z.number(),
  manual_url: z.string().nullable(),
  /** Whether the installation has a camera; its address may contain a password and stays on the server. */
  camera: z.boolean(),
  language_selector: z.boolean(),
  theme_toggle: z.boolean(),
  all_pages: z.boolean(),
  /** Whether the free space is below the reserve: readings are refused, while pages work. */
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
