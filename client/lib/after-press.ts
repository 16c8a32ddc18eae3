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
 * Runs at once, or once the press that is under way has become a click: what grows the page between press and
 * release moves the button away from under the pointer, and the click is lost.
 */
export function afterPress(run: () => void): void {
  if (!pressed) return run()
  const later = () => {
    removeEventListener('pointerup', later, true)
    removeEventListener('pointercancel', later, true)
    // The click comes after the release, in the same task.
    setTimeout(run)
  }
  addEventListener('pointerup', later, true)
  addEventListener('pointercancel', later, true)
}
