import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { PERMISSIONS } from '#core/access/index.ts'
import type { Use } from './walk.ts'

const FILE = new URL('../../docs/permissions.md', import.meta.url)

function opened(use: Use, open: ReadonlyMap<string, ReadonlySet<string>>): string {
  const { access } = use.endpoint
  if (access === 'public') return 'anybody'
  if (access === 'session') return 'any signed-in account'
  if (access === 'expert') return 'expert accounts'
  if (access.startsWith('token:')) return `ingest token with scope ${access.slice('token:'.length)}`
  const found = PERMISSIONS.filter((p) => open.get(use.name)?.has(p))
  return found.length === 0 ? 'no permission alone' : found.map((p) => `\`${p}\``).join(' ')
}

const needed = (u: Use) =>
  (u.needs.map((n) => `\`${n}\``).join(' + ') || '-') + (u.or ? ` or \`${u.or}\`` : '')

/** The page of which permission alone opens what, from the results of the walk. */
export function page(uses: readonly Use[], open: ReadonlyMap<string, ReadonlySet<string>>): string {
  const rows = uses
    .filter((u) => u.endpoint.answer !== 'stream')
    .map((u) => `| ${u.name} | ${needed(u)} | ${opened(u, open)} |`)
    .sort()
  return [
    '# Permissions',
    '',
    'Written by `tests/api/contract.test.ts`, which calls every endpoint with every permission alone; whatever is not',
    'in the last column was answered with 403. A parent code (`accounts`) holds its children, a writing child its',
    '`.view`. Further rules (levels, reservoirs, the last administrator) are in `core/access/authority.ts`.',
    '',
    '| call | needs | opened by |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

/** Writes the page and returns its previous content. */
export function replace(text: string): string {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
  if (before !== text) writeFileSync(FILE, text)
  return before
}
