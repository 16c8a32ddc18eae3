import { useCallback, useEffect, useRef, useState } from 'react'
import { saveSetup, type SetupDraft } from '#contract/setup.ts'
import { CallError } from '../../lib/call-error.ts'
import { call } from '../../lib/client.ts'
import { forget, load, save } from '../../lib/storage.ts'

/** Pause in typing after which the draft is saved, ms. */
const PAUSE = 800
const AGAIN = 4000
/** Input since the last save, stored in this browser: a page left in the middle of a word loses nothing. */
const TYPED = 'setup'

interface Typed {
  /** Version of the draft that the input applies to. */
  version: number | null
  body: Record<string, unknown>
}

/** Input over exactly this draft that did not reach the server. */
export function typedOver(draft: SetupDraft | null): Record<string, unknown> | null {
  const typed = load<Typed>(TYPED)
  return typed && typed.version === (draft?.version ?? null) ? typed.body : null
}

export interface Saving {
  state: 'saved' | 'waiting' | 'failed' | 'conflict'
  /** State of the last save. */
  at: string | null
}

/** Saves the draft on the server, one save after the other, each based on the previous version. */
/** typed: starts from the input that never reached the server. */
export function useSaving(first: SetupDraft | null, typed: boolean) {
  const [saving, setSaving] = useState<Saving>({ state: 'saved', at: first?.updated_at ?? null })
  const version = useRef<number | null>(first?.version ?? null)
  /** The body that needs no saving: the initial one, unless it was typed earlier. */
  const known = useRef<string | null>(typed ? '' : null)
  const wanted = useRef<Record<string, unknown> | null>(null)
  const busy = useRef<Promise<void> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stopped = useRef(false)

  const run = useCallback(async (): Promise<void> => {
    while (wanted.current !== null && !stopped.current) {
      const body = wanted.current
      wanted.current = null
      const text = JSON.stringify(body)
      if (text === known.current) continue
      try {
        const draft = await call(saveSetup, { body: { version: version.current, body } })
        version.current = draft.version
        known.current = text
        if (wanted.current === null) forget(TYPED)
        else save(TYPED, { version: version.current, body: wanted.current } satisfies Typed)
        setSaving({ state: 'saved', at: draft.updated_at })
      } catch (error) {
        if (error instanceof CallError && error.status === 409) {
          stopped.current = true
          forget(TYPED)
          setSaving((s) => ({ ...s, state: 'conflict' }))
          return
        }
        wanted.current ??= body
        setSaving((s) => ({ ...s, state: 'failed' }))
        timer.current = setTimeout(() => void start(), AGAIN)
        return
      }
    }
  }, [])

  const start = useCallback((): Promise<void> => {
    clearTimeout(timer.current)
    busy.current ??= run().finally(() => {
      busy.current = null
    })
    return busy.current
  }, [run])

  const later = useCallback(
    (body: Record<string, unknown>) => {
      const text = JSON.stringify(body)
      known.current ??= text
      if (stopped.current || (text === known.current && wanted.current === null)) return
      wanted.current = body
      save(TYPED, { version: version.current, body } satisfies Typed)
      setSaving((s) => (s.state === 'saved' ? { ...s, state: 'waiting' } : s))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void start(), PAUSE)
    },
    [start],
  )

  /** Resolves once all input is saved, or cannot be: the version, or null after a conflict. */
  const settle = useCallback(async (): Promise<{ version: number | null } | null> => {
    await busy.current
    await start()
    return stopped.current || wanted.current !== null ? null : { version: version.current }
  }, [start])

  useEffect(() => {
    // Leaving the page, within the product or not, saves the latest input.
    const leave = () => void start()
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('pagehide', leave)
      void start()
    }
  }, [start])

  return { saving, later, settle }
}
