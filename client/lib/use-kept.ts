import { useRef, useState } from 'react'
import { forget, load, save } from './storage.ts'
import { useProfile } from './app-state.ts'

/** Stored values that differ from the start; a field whose type has changed is dropped. */
function partOf<T extends object>(kept: unknown, start: T): Partial<T> {
  const fields = (typeof kept === 'object' && kept !== null ? kept : {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(start)
      .filter(([name, value]) => typeof fields[name] === typeof value)
      .map(([name]) => [name, fields[name]]),
  ) as Partial<T>
}

/**
 * Keeps unsaved input in this browser, so that a reload does not lose it. It belongs to one account at one reservoir
 * and is removed when that account signs out.
 */
export function useKept<T extends object>(name: string, start: T) {
  const { account_id: account, hydro_code: hydro } = useProfile()
  const key = `typed.${account}.${hydro}.${name}`
  const [typed, setTyped] = useState<T>(() => ({ ...start, ...partOf(load(key), start) }))
  // A later answer changes the state as it is by then.
  const latest = useRef(typed)
  const change = (part: Partial<T>): void => {
    const next = { ...latest.current, ...part }
    latest.current = next
    const differs = Object.entries(next).filter(([field, v]) => v !== start[field as keyof T])
    if (differs.length === 0) forget(key)
    else save(key, Object.fromEntries(differs))
    setTyped(next)
  }
  return {
    typed,
    change,
    /** Resets what was sent and arrived; later input stays. Returns the present values. */
    written(sent: Partial<T>): T {
      const still = Object.keys(sent).filter((f) => latest.current[f as keyof T] === sent[f as keyof T])
      change(Object.fromEntries(still.map((f) => [f, start[f as keyof T]])) as Partial<T>)
      // Choices without any text are not stored.
      if (still.length === Object.keys(sent).length) forget(key)
      return latest.current
    },
    /** Forgets everything: it was saved or discarded. */
    drop: () => forget(key),
  }
}
