/**
 * Copies a text to the clipboard; returns whether it succeeded. The clipboard API exists only on https and localhost;
 * on plain http, as in control rooms, selecting the text and execCommand still work.
 */
export async function copyText(text: string): Promise<boolean> {
  if (globalThis.isSecureContext && navigator.clipboard)
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Refused by the browser's settings; execCommand may still work.
    }
  const active = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.cssText = 'position:fixed;top:0;left:0;width:1px;height:1px;opacity:0'
  // Inside the open dialog, whose focus trap would otherwise steal the focus.
  const host = active?.closest('[role="dialog"]') ?? document.body
  host.append(area)
  area.focus({ preventScroll: true })
  area.select()
  let done = false
  try {
    done = document.execCommand('copy')
  } catch {
    done = false
  }
  area.remove()
  if (active instanceof HTMLElement) active.focus({ preventScroll: true })
  return done
}
