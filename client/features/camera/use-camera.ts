import { useEffect, useState } from 'react'
import { getCamera, getCameraStream, type CameraState } from '#contract/camera.ts'
import { CallError } from '../../lib/call-error.ts'
import { call, openStream } from '../../lib/client.ts'
import { createParts } from './parts.ts'

/** Silence after which the connection counts as dead, ms; the server sends something every 15 s. */
const SILENCE = 40_000
const AGAIN = 1500

export interface CameraView {
  /** State as the server sends it; null: nothing received yet. */
  camera: CameraState | null
  /** The last picture. */
  picture: { url: string; takenAt: number } | null
  /** Whether the server does not answer. */
  lost: boolean
  /** The server's reason for having no picture. */
  error: CallError | null
}

const NOTHING: CameraView = { camera: null, picture: null, lost: false, error: null }

/** Streams the state and pictures of the reservoir's camera while mounted. */
export function useCamera(hydro: string): CameraView & { retry(): void } {
  const [view, setView] = useState(NOTHING)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const stop = new AbortController()
    let url: string | null = null
    const put = (part: Partial<CameraView>) => stop.signal.aborted || setView((v) => ({ ...v, ...part }))

    function show(bytes: Uint8Array<ArrayBuffer>, type: string, takenAt: number) {
      const before = url
      url = URL.createObjectURL(new Blob([bytes], { type }))
      put({ picture: { url, takenAt }, lost: false })
      // The picture on the screen stays valid until the next one is shown.
      if (before) setTimeout(() => URL.revokeObjectURL(before), 1000)
    }

    /** Reads until the connection breaks. */
    async function read() {
      const quiet = new AbortController()
      const signal = AbortSignal.any([stop.signal, quiet.signal])
      const answer = await openStream(getCameraStream, { signal })
      const reader = answer.body!.getReader()
      const parts = createParts()
      let silent = setTimeout(() => quiet.abort(), SILENCE)
      try {
        while (true) {
          const { done, value } = await reader.read()
          if (done) return
          clearTimeout(silent)
          silent = setTimeout(() => quiet.abort(), SILENCE)
          for (const { type, takenAt, bytes } of parts(value)) {
            if (takenAt !== null) show(bytes, type, takenAt)
            else put({ camera: JSON.parse(new TextDecoder().decode(bytes)) as CameraState, lost: false })
          }
        }
      } finally {
        clearTimeout(silent)
      }
    }

    async function run() {
      while (!stop.signal.aborted) {
        try {
          const camera = await call(getCamera, { signal: stop.signal })
          put({ camera, error: null, lost: false })
          if (camera.kind !== 'video') return
          // A broken connection proves nothing yet; the next call shows whether the server is reachable. A refusal
          // does.
          await read().catch((error: unknown) => {
            if (error instanceof CallError && error.status === 429) throw error
          })
        } catch (error) {
          // A refusal is final: retried only when the user presses the button.
          if (error instanceof CallError && error.status >= 400 && error.status < 500)
            return put({ error, lost: false })
          put({ lost: true })
        }
        await new Promise((done) => setTimeout(done, AGAIN))
      }
    }

    setView(NOTHING)
    void run()
    return () => {
      stop.abort()
      if (url) URL.revokeObjectURL(url)
    }
  }, [hydro, tries])
  return { ...view, retry: () => setTries((n) => n + 1) }
}
