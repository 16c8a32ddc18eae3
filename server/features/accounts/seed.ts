import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import { PERMISSIONS } from '#core/access/index.ts'
import { makeId } from '#server/lib/ids.ts'
import { randomSecret } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import { countAccounts, insertFirstAccount, insertFirstRole } from './seed-store.ts'

/** Roles of a new installation. Level 1 is the highest. */
const GROUPS: { name: string; level: number; permissions: string[] }[] = [
  {
    name: 'admin',
    level: 1,
    permissions: PERMISSIONS.filter((p) => !p.includes('.')).concat('forecast.tt08'),
  },
  {
    name: 'manager',
    level: 2,
    permissions: [
      'dashboard',
      'simulation',
      'price',
      'weather',
      'map',
      'report',
      'statistical',
      'forecast.tt08',
      'stations',
      'sensor',
      'interpolate-history',
      'log',
      'information',
      'interpolate',
      'settings',
      'quality',
      'readings',
      'tokens.view',
      'accounts.view',
      'roles.view',
    ],
  },
  {
    name: 'operator',
    level: 3,
    permissions: [
      'dashboard',
      'simulation',
      'weather',
      'map',
      'report',
      'forecast.tt08',
      'stations.view',
      'sensor.view',
      'interpolate-history',
      'log',
      'information.view',
      'interpolate.view',
      'settings.view',
      'quality.view',
      'readings.edit',
    ],
  },
  { name: 'viewer', level: 4, permissions: ['dashboard.view', 'map', 'report', 'information.view'] },
]

/** Full names of the accounts of a demo, all invented. */
export const DEMO_NAMES: Record<string, string> = {
  admin: 'Nguyễn Quốc Trung',
  manager: 'Trần Minh Hải',
  operator: 'Lê Thị Thu Hương',
  viewer: 'Phạm Đức Long',
}

/** The expert account of a demo, unless the settings name others. */
export const DEMO_EXPERT = 'manager'

export const DEMO_ACCOUNTS = GROUPS.map((g) => g.name)

/** What the terminal prints about accounts: names, and the password when it may be shown. */
interface SeedNote {
  usernames: string[]
  password: string | null
  demo: boolean
}

/**
 * Creates roles and first accounts where there are none. Demo: one account per role, with one password that is kept in
 * DATA_DIR/demo-password and printed at each start. Otherwise: admin, whose password is printed only this once. A
 * chosen password (ADMIN_PASSWORD) is neither kept nor printed.
 */
export async function seedAccounts(s: Services, demo: boolean): Promise<SeedNote> {
  const file = join(s.config.dataDir, 'demo-password')
  if ((await countAccounts(s.db.pool)) > 0)
    return {
      usernames: DEMO_ACCOUNTS,
      password: demo && s.config.adminPassword === null ? readDemoPassword(file) : null,
      demo,
    }
  const now = s.clock.now()
  const password = s.config.adminPassword ?? readable()
  const hashed = await hash(password)
  const names = demo ? DEMO_ACCOUNTS : ['admin']
  await s.db.tx(async (c) => {
    for (const g of GROUPS) await insertFirstRole(c, makeId('ro', now), g, now)
    for (const name of names) {
      const account = { name, hash: hashed, fullName: demo ? DEMO_NAMES[name] : name }
      await insertFirstAccount(c, makeId('ac', now), account, now)
    }
  })
  const chosen = s.config.adminPassword !== null
  if (demo && !chosen) {
    writeFileSync(file, `${password}\n`, { mode: 0o600 })
    chmodSync(file, 0o600)
  }
  return { usernames: names, password: chosen ? null : password, demo }
}

function readDemoPassword(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

/** A random password that satisfies the password rule (a digit, a lower and an upper case letter) and can be typed. */
function readable(): string {
  for (;;) {
    const p = randomSecret(12)
      .replace(/[-_0O1lI]/g, '')
      .slice(0, 12)
    if (p.length === 12 && /\d/.test(p) && /[a-z]/.test(p) && /[A-Z]/.test(p)) return p
  }
}
