/** A screen of the permission tree, as the endpoint lists it. */
export interface Branch {
  code: string
  /** Code that includes the whole screen and what later releases add to it; null: none. */
  parent: string | null
  permissions: readonly { code: string; grantable: boolean }[]
}

/** The ticked boxes: leaves, and parents that are granted themselves. */
export interface Ticks {
  leaves: ReadonlySet<string>
  parents: ReadonlySet<string>
}

const includes = (granted: string, code: string) => granted === code || code.startsWith(`${granted}.`)

/** Leaves of a screen that a leaf implies: writing implies viewing. */
function viewOf(branch: Branch, code: string): string | null {
  const noun = code.includes('.') ? code.slice(0, code.indexOf('.')) : null
  const view = `${noun}.view`
  return noun !== null && code !== view && branch.permissions.some((p) => p.code === view) ? view : null
}

/** The boxes of a role. */
export function permissionTicks(tree: readonly Branch[], granted: readonly string[]): Ticks {
  const parents = tree.filter((b) => b.parent !== null && granted.includes(b.parent)).map((b) => b.parent!)
  const leaves = tree.flatMap((b) =>
    b.permissions.map((p) => p.code).filter((code) => granted.some((h) => includes(h, code))),
  )
  // A writing permission implies its view, whether it is named or not.
  const views = tree.flatMap((b) => leaves.map((l) => viewOf(b, l)).filter((v) => v !== null))
  return { leaves: new Set([...leaves, ...views]), parents: new Set(parents) }
}

/** Whether all, some or none of a screen is ticked. */
export function tickState(branch: Branch, ticks: Ticks): 'all' | 'some' | 'none' {
  const on = branch.permissions.filter((p) => ticks.leaves.has(p.code)).length
  return on === 0 ? 'none' : on === branch.permissions.length ? 'all' : 'some'
}

/** Ticks or clears a leaf: writing ticks viewing, clearing viewing clears writing. */
export function tickLeaf(branch: Branch, ticks: Ticks, code: string, on: boolean): Ticks {
  const leaves = new Set(ticks.leaves)
  const parents = new Set(ticks.parents)
  if (on) {
    leaves.add(code)
    const view = viewOf(branch, code)
    if (view) leaves.add(view)
  } else {
    for (const p of branch.permissions)
      if (p.code === code || viewOf(branch, p.code) === code) leaves.delete(p.code)
    if (branch.parent) parents.delete(branch.parent)
  }
  return { leaves, parents }
}

/** Ticks or clears a whole screen, as far as it can be granted. wholly: whether its parent code can be. */
export function tickBranch(branch: Branch, ticks: Ticks, on: boolean, wholly: boolean): Ticks {
  const leaves = new Set(ticks.leaves)
  const parents = new Set(ticks.parents)
  for (const p of branch.permissions) {
    if (!on) leaves.delete(p.code)
    else if (p.grantable) leaves.add(p.code)
  }
  if (branch.parent) {
    if (on && wholly && branch.permissions.every((p) => leaves.has(p.code))) parents.add(branch.parent)
    else parents.delete(branch.parent)
  }
  return { leaves, parents }
}

/**
 * Codes that these boxes grant, with a parent in place of its leaves. `before`: codes granted so far; one that covers
 * several leaves and has no box stays while all of them are ticked.
 */
export function tickedCodes(tree: readonly Branch[], ticks: Ticks, before: readonly string[] = []): string[] {
  const all = tree.flatMap((b) => b.permissions.map((p) => p.code))
  const parents = new Set(tree.map((b) => b.parent).filter((p) => p !== null))
  const broad = before.filter((code) => {
    if (all.includes(code) || parents.has(code)) return false
    const below = all.filter((c) => includes(code, c))
    return below.length > 0 && below.every((c) => ticks.leaves.has(c))
  })
  const codes = tree.flatMap((b) => {
    if (b.parent !== null && ticks.parents.has(b.parent)) return [b.parent]
    return b.permissions
      .map((p) => p.code)
      .filter((code) => ticks.leaves.has(code) && !broad.some((h) => includes(h, code)))
  })
  return [...broad, ...codes]
}
