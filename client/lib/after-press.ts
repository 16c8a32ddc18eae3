let pressed = false

if (typeof window !== 'undefined') {
  const up = () => {
    pressed = false
  }
  addEventListener('pointerdown', () => (pressed = true), true)
  addEventListener('pointerup', up, true)
  addEventListener('pointercancel', up, true)
}

/**
 * Runs at once, or after the click of a press that is under way: a layout shift between press and release would move
 * the button away from the pointer, and the click would be lost.
 */
export function afterPress(run: () => void): void {
  if (!pressed) return run()
  const later = () => {
    removeEventListener('pointerup', later, true)
    removeEventListener('pointercancel', later, true)
    // The click follows the release in the same task.
    setTimeout(run)
  }
  addEventListener('pointerup', later, true)
  addEventListener('pointercancel', later, true)
}
