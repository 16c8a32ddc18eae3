import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  administrators,
  heldAt,
  mayManage,
  missingAt,
  missingToBecome,
  orphaned,
  reaches,
  type Held,
} from './authority.ts'
import { PERMISSIONS, can, isPermission, missingViews, opens, type Permission } from './index.ts'

/** Whether a role may be given at a reservoir: not above the own level, with nothing that is not held there. */
const mayGive = (
  actor: Parameters<typeof reaches>[0],
  role: Parameters<typeof missingAt>[1] & { level: number },
  hydro: string,
  need: Parameters<typeof reaches>[3],
) => reaches(actor, hydro, role.level, need) && missingAt(actor, role, hydro).length === 0

const permission = fc.constantFrom(...PERMISSIONS)
const permissions = fc.uniqueArray(permission, { maxLength: 12 })
const place = fc.constantFrom('*', 'A', 'B')
const held: fc.Arbitrary<Held> = fc.record({
  hydro: place,
  level: fc.integer({ min: 1, max: 5 }),
  permissions,
})
const grants = fc.uniqueArray(held, { selector: (h) => h.hydro, maxLength: 3 })

describe('can', () => {
  test('never allows less with more permissions', () => {
    fc.assert(
      fc.property(permissions, permission, permission, (have, more, wanted) => {
        if (can(have, wanted)) expect(can([...have, more], wanted)).toBe(true)
      }),
    )
  })

  test('a parent includes its children, and a writing child its view; no child includes its parent or a sibling', () => {
    for (const p of PERMISSIONS) {
      expect(can([p], p)).toBe(true)
      const dot = p.indexOf('.')
      if (dot < 0) continue
      const noun = p.slice(0, dot)
      // forecast.tt08 has no parent.
      expect(can([noun], p)).toBe(isPermission(noun))
      expect(opens([p], noun)).toBe(true)
      for (const other of PERMISSIONS)
        if (other !== p && other !== `${noun}.view`) expect(can([p], other), `${p} ${other}`).toBe(false)
    }
  })

  test('nothing is allowed without permissions, and unknown codes allow nothing', () => {
    for (const p of PERMISSIONS) {
      expect(can([], p)).toBe(false)
      expect(can(['', '.', 'account', 'accounts.', 'Accounts', '*', 'accounts.*'], p)).toBe(false)
    }
  })

  test('all view permissions together cover every page', () => {
    expect(missingViews(PERMISSIONS.filter((p) => p.endsWith('.view')))).toEqual([])
    expect(missingViews(['audit'])).not.toContain('audit.view')
    expect(missingViews([])).toContain('audit.view')
  })
})

describe('reach', () => {
  const need: Permission = 'accounts.update'

  test('a role granted at a reservoir outranks the one granted everywhere, even if it is lower', () => {
    const actor: Held[] = [
      { hydro: '*', level: 1, permissions: ['accounts'] },
      { hydro: 'A', level: 4, permissions: [] },
    ]
    expect(heldAt(actor, 'A')!.level).toBe(4)
    expect(reaches(actor, 'A', 4, need)).toBe(false)
    expect(reaches(actor, 'B', 1, need)).toBe(true)
    // Everywhere includes A.
    expect(reaches(actor, '*', 1, need)).toBe(false)
  })

  test('a grant for every reservoir is enough at each one', () => {
    fc.assert(
      fc.property(grants, fc.integer({ min: 1, max: 5 }), permission, (actor, level, p) => {
        if (reaches(actor, '*', level, p))
          for (const at of ['A', 'B', 'C']) expect(reaches(actor, at, level, p)).toBe(true)
      }),
    )
  })

  test('no account reaches above its own level at any reservoir', () => {
    fc.assert(
      fc.property(grants, place, fc.integer({ min: 1, max: 5 }), permission, (actor, at, level, p) => {
        if (reaches(actor, at, level, p)) expect(heldAt(actor, at)!.level).toBeLessThanOrEqual(level)
      }),
    )
  })

  test('an account with a higher role at any reservoir is out of reach', () => {
    fc.assert(
      fc.property(grants, grants, (actor, target) => {
        if (!mayManage(actor, target, need)) return
        for (const t of target)
          for (const at of t.hydro === '*' ? ['A', 'B', 'C'] : [t.hydro])
            expect(heldAt(actor, at)!.level).toBeLessThanOrEqual(t.level)
      }),
    )
  })
})

describe('granting', () => {
  test('a role needs its permissions, at that reservoir and level', () => {
    fc.assert(
      fc.property(grants, held, (actor, role) => {
        if (!mayGive(actor, role, role.hydro, 'accounts.update')) return
        for (const at of role.hydro === '*' ? ['A', 'B', 'C'] : [role.hydro]) {
          const own = heldAt(actor, at)!
          expect(own.level).toBeLessThanOrEqual(role.level)
          for (const p of role.permissions) expect(can(own.permissions, p as Permission)).toBe(true)
        }
      }),
    )
  })

  test('a chain of grants never ends above where it began', () => {
    const chain = fc.array(fc.tuple(held, permissions), { maxLength: 6 })
    fc.assert(
      fc.property(grants, chain, (first, steps) => {
        const reachOf = (g: readonly Held[], at: string) => ({
          level: heldAt(g, at)?.level ?? Infinity,
          all: PERMISSIONS.filter((p) => can(heldAt(g, at)?.permissions ?? [], p)),
        })
        // All accounts so far; each step grants a role to a new account.
        const people: Held[][] = [[...first]]
        for (const [role] of steps)
          for (const giver of [...people])
            if (mayGive(giver, role, role.hydro, 'accounts.insert')) people.push([role])
        for (const at of ['A', 'B', 'C']) {
          const start = reachOf(first, at)
          for (const made of people.slice(1)) {
            const now = reachOf(made, at)
            expect(now.level).toBeGreaterThanOrEqual(start.level)
            for (const p of now.all) expect(start.all).toContain(p)
          }
        }
      }),
    )
  })

  test('an actor who may take over an account has all of its permissions at every reservoir', () => {
    fc.assert(
      fc.property(grants, grants, permission, (actor, target, p) => {
        if (missingToBecome(actor, target).length > 0) return
        for (const at of ['A', 'B', 'C'])
          if (can(heldAt(target, at)?.permissions ?? [], p))
            expect(can(heldAt(actor, at)?.permissions ?? [], p)).toBe(true)
      }),
    )
    const map: Held = { hydro: '*', level: 1, permissions: ['map'] }
    expect(missingToBecome([{ ...map, hydro: 'A' }], [map])).toEqual(['map'])
    expect(missingToBecome([map, { hydro: 'A', level: 1, permissions: [] }], [map])).toEqual(['map'])
    expect(missingToBecome([map], [{ ...map, hydro: 'A' }])).toEqual([])
    expect(missingToBecome([], [])).toEqual([])
  })

  test('without a role at a reservoir all permissions there are missing', () => {
    expect(missingAt([], { permissions: ['map'] }, 'A')).toEqual(['map'])
    expect(missingAt([], { permissions: ['map'] }, '*')).toEqual(['map'])
  })
})

describe('the last administrator', () => {
  const all: Held = { hydro: '*', level: 1, permissions: ['accounts', 'roles'] }

  test('is lost where nobody as powerful remains', () => {
    const before = administrators([[all]], ['A'])
    expect([...before]).toEqual([
      ['*', 1],
      ['A', 1],
    ])
    expect(orphaned(before, administrators([], ['A']))).toEqual(['*', 'A'])
    expect(orphaned(before, administrators([[{ ...all, level: 2 }]], ['A']))).toEqual(['*', 'A'])
    expect(orphaned(before, administrators([[{ ...all, permissions: ['accounts'] }]], ['A']))).toEqual([
      '*',
      'A',
    ])
    expect(orphaned(before, administrators([[{ ...all, hydro: 'A' }]], ['A']))).toEqual(['*'])
    expect(orphaned(before, before)).toEqual([])
  })

  test('one more administrator is never a loss', () => {
    fc.assert(
      fc.property(fc.array(grants, { maxLength: 4 }), grants, (people, one) => {
        const reservoirs = ['A', 'B']
        expect(
          orphaned(administrators(people, reservoirs), administrators([...people, one], reservoirs)),
        ).toEqual([])
      }),
    )
  })
})
