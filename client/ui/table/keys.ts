import type { KeyboardEvent } from 'react'

const CONTROL = 'button:not(:disabled), a[href], [tabindex="0"]'
const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1, Home: -Infinity, End: Infinity }

/**
 * Moves the focus from a control of a row to the control in the same column of the next row that has one. Inputs and
 * open lists keep their arrow keys.
 * @returns whether it moved
 */
export function moveFocus(e: KeyboardEvent<HTMLElement>): boolean {
  const by = STEPS[e.key]
  const { target, currentTarget: host } = e
  if (by === undefined || e.defaultPrevented || e.ctrlKey || e.metaKey || e.altKey || e.shiftKey) return false
  if (!(target instanceof HTMLElement) || !host.contains(target) || !target.matches(CONTROL)) return false
  if (target.getAttribute('aria-expanded') === 'true' && target.hasAttribute('aria-haspopup')) return false
  const cell = target.closest<HTMLTableCellElement>('tbody td, tbody th')
  const row = cell?.parentElement
  if (!cell || !row || !host.contains(row)) return false
  const place = [...row.children].indexOf(cell)
  const controls = [...host.querySelectorAll('tbody > tr')].flatMap((r) => {
    const found = r === row ? target : r.children[place]?.querySelector<HTMLElement>(CONTROL)
    return found ? [found] : []
  })
  const here = controls.indexOf(target)
  const to = controls[Math.min(controls.length - 1, Math.max(0, here + by))]
  if (to === target) return false
  e.preventDefault()
  to.focus()
  return true
}
