import type { ChartEngine } from './engine.ts'

interface GestureOptions {
  /** Whether a plain drag selects a range instead of panning. */
  selecting: () => boolean
  onSelected: () => void
  /** The box being dragged, in pixels; null: none. */
  onBox: (box: { from: number; to: number } | null) => void
}

const SLACK = 4
const DOUBLE = 350

interface PressedPointer {
  id: number
  x: number
  start: number
}

/**
 * Handles pointer, wheel and keys of a plot: the wheel zooms about the pointer (with Ctrl, or after a click on the
 * plot), dragging pans, with shift (or in select mode) it drags a box, two fingers pinch, a double click or double
 * tap resets; Enter sets the ends of the box at the cursor. Where a span can be selected, dragging and Enter select
 * it, and shift pans. Returns the function that removes all handlers.
 */
export function listen(plot: HTMLElement, engine: ChartEngine, options: GestureOptions): () => void {
  const { viewport, pointer } = engine
  const pressed = new Map<number, PressedPointer>()
  let mode: 'none' | 'pan' | 'box' | 'pinch' = 'none'
  let moved = false
  let lastTap = { time: -Infinity, x: 0 }
  const xOf = (e: { clientX: number }) => e.clientX - plot.getBoundingClientRect().left

  const down = (e: PointerEvent) => {
    if (e.pointerType === 'mouse' && e.button !== 0) return
    const x = xOf(e)
    const spanning = pointer.spanning() && !e.shiftKey
    pressed.set(e.pointerId, { id: e.pointerId, x, start: spanning ? pointer.spanStart(x) : x })
    plot.setPointerCapture(e.pointerId)
    moved = false
    if (pressed.size === 2) {
      mode = 'pinch'
      options.onBox(null)
    } else if (pointer.spanning()) mode = spanning ? 'box' : 'pan'
    else mode = e.shiftKey || options.selecting() ? 'box' : 'pan'
    plot.focus({ preventScroll: true })
  }

  const move = (e: PointerEvent) => {
    const x = xOf(e)
    const own = pressed.get(e.pointerId)
    if (!own) {
      if (e.pointerType !== 'touch') pointer.point(engine.inPlot(x) ? x : null)
      return
    }
    if (mode === 'pinch' && pressed.size === 2) {
      const [a, b] = [...pressed.values()]
      const [before, middle] = [Math.abs(a.x - b.x), (a.x + b.x) / 2]
      own.x = x
      const after = Math.abs(a.x - b.x)
      if (before > 8 && after > 8) viewport.zoom(middle, before / after)
      viewport.pan((a.x + b.x) / 2 - middle)
      moved = true
      return
    }
    if (!moved && Math.abs(x - own.x) < SLACK) return
    moved = true
    if (mode === 'box') options.onBox({ from: own.start, to: x })
    if (mode === 'pan') {
      viewport.pan(x - own.x)
      if (e.pointerType !== 'touch') pointer.point(x)
    }
    own.x = x
  }

  const up = (e: PointerEvent) => {
    const own = pressed.get(e.pointerId)
    if (!own) return
    pressed.delete(e.pointerId)
    const x = xOf(e)
    if (mode === 'box') {
      options.onBox(null)
      if (moved && e.type === 'pointerup') {
        if (pointer.spanning()) pointer.chooseSpan(own.start, x)
        else viewport.select(own.start, x)
        options.onSelected()
      }
    } else if (!moved && e.pointerType === 'touch' && e.type === 'pointerup') tap(e, x)
    if (pressed.size === 1) {
      // One finger of a pinch remains: the plot must not jump.
      const [left] = pressed.values()
      left.start = left.x
      mode = 'pan'
    } else if (pressed.size === 0) mode = 'none'
  }

  const tap = (e: PointerEvent, x: number) => {
    const again = e.timeStamp - lastTap.time < DOUBLE && Math.abs(x - lastTap.x) < 24
    lastTap = { time: again ? -Infinity : e.timeStamp, x }
    if (again) viewport.reset()
    else pointer.point(engine.inPlot(x) ? x : null)
  }

  const leave = (e: PointerEvent) => {
    if (e.pointerType !== 'touch' && pressed.size === 0) pointer.point(null)
  }

  const wheel = (e: WheelEvent) => {
    // Over an unfocused chart the page scrolls.
    if (!e.ctrlKey && !e.metaKey && document.activeElement !== plot) return
    e.preventDefault()
    const unit = e.deltaMode === 1 ? 18 : e.deltaMode === 2 ? 400 : 1
    const [dx, dy] = [e.deltaX * unit, e.deltaY * unit]
    if (Math.abs(dx) > Math.abs(dy)) viewport.pan(-dx)
    else viewport.zoom(xOf(e), Math.exp(Math.max(-200, Math.min(200, dy)) * 0.002))
  }

  const double = () => {
    if (lastTap.time === -Infinity) viewport.reset()
  }

  const key = (e: KeyboardEvent) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return
    const far = e.shiftKey ? 10 : 1
    const acts: Record<string, () => void> = {
      ArrowLeft: () => pointer.move(-far),
      ArrowRight: () => pointer.move(far),
      Home: () => pointer.moveTo('first'),
      End: () => pointer.moveTo('last'),
      PageUp: () => viewport.panShare(-0.5),
      PageDown: () => viewport.panShare(0.5),
      '+': () => viewport.zoomAbout(pointer.at, 0.7),
      '=': () => viewport.zoomAbout(pointer.at, 0.7),
      '-': () => viewport.zoomAbout(pointer.at, 1 / 0.7),
      '0': () => viewport.reset(),
      Enter: () => pointer.markSpan(),
      Escape: () => pointer.cancel(),
    }
    const act = acts[e.key]
    if (!act) return
    e.preventDefault()
    act()
  }

  const blur = () => pointer.pointAt(null)
  const off = new AbortController()
  const { signal } = off
  plot.addEventListener('pointerdown', down, { signal })
  plot.addEventListener('pointermove', move, { signal })
  plot.addEventListener('pointerup', up, { signal })
  plot.addEventListener('pointercancel', up, { signal })
  plot.addEventListener('pointerleave', leave, { signal })
  plot.addEventListener('wheel', wheel, { signal, passive: false })
  plot.addEventListener('dblclick', double, { signal })
  plot.addEventListener('keydown', key, { signal })
  plot.addEventListener('blur', blur, { signal })
  return () => off.abort()
}
