/** Runs at once, then at most once in `every` ms, with a trailing run for calls in between. */
export function throttle(run: () => void, every: number) {
  let last = -Infinity
  let timer: ReturnType<typeof setTimeout> | null = null
  const go = () => {
    timer = null
    last = performance.now()
    run()
  }
  return {
    ask() {
      if (timer !== null) return
      const left = last + every - performance.now()
      if (left <= 0) go()
      else timer = setTimeout(go, left)
    },
    stop() {
      if (timer !== null) clearTimeout(timer)
    },
  }
}
