import type { CameraState } from '#contract/camera.ts'
import type { Log } from '#server/lib/log.ts'
import { CameraProblem } from './problem.ts'
import { createSource, type Picture, type CameraSource } from './source.ts'

/** A viewer: receives pictures as they come, and every change of state. */
interface Viewer {
  picture(picture: Picture, at: number): void
  state(): void
}

/** Addresses of a camera: to connect to, and for display. */
export interface CameraAddress {
  address: string | null
  shown: string
}

export interface CamerasOptions {
  now: () => number
  /** The present camera of a reservoir; null: none, or one that is not fetched. */
  placeOf: (hydro: string) => Promise<CameraAddress | null>
  allowed: boolean
  log: Log
  /** ms until it must answer; between snapshots; before a failed one is tried again, growing to `longest`. */
  timeout?: number
  pause?: number
  retry?: number
  longest?: number
  /** Shortest time between pictures, ms; faster ones are skipped. */
  pace?: number
  /** How long a camera stays connected after the last viewer left, ms. */
  linger?: number
}

type CameraStatus = Pick<CameraState, 'state' | 'how' | 'frame_at' | 'failing_since'> & {
  problem: CameraProblem | null
}

export interface Cameras {
  seen(hydro: string): CameraStatus
  /** Adds a viewer, who gets the last picture at once if it is fresh. Returns the function that removes it. */
  watch(hydro: string, viewer: Viewer): () => void
  /** One picture, taken now or a moment ago. @throws CameraProblem */
  frame(hydro: string): Promise<{ picture: Picture; at: number }>
  /** Reads the address again, which may have changed. */
  changed(hydro: string): void
  close(): void
}

interface Camera {
  viewers: Set<Viewer>
  state: CameraState['state']
  how: CameraState['how']
  frameAt: number | null
  /** Time of the last picture by a monotonic clock, ms. */
  frameMs: number
  picture: Picture | null
  failingSince: number | null
  problem: CameraProblem | null
  running: boolean
  /** Aborts what is in progress: the connection, or the wait before the next one. */
  turn: AbortController
  /** Whether the last viewer has left. */
  leaving: boolean
}

const BLANK = {
  how: null,
  frameAt: null,
  frameMs: -Infinity,
  picture: null,
  failingSince: null,
  problem: null,
}

/** Keeps one connection to each camera for any number of viewers, and none without viewers. */
export function createCameras(options: CamerasOptions): Cameras {
  const { now, log, timeout = 10_000, pause = 2000, retry = 2000, longest = 30_000 } = options
  const { pace = 125, linger = 5000 } = options
  const cameras = new Map<string, Camera>()
  let closed = false

  const of = (hydro: string): Camera => {
    let camera = cameras.get(hydro)
    if (!camera) {
      const turn = new AbortController()
      camera = { ...BLANK, viewers: new Set(), state: 'idle', running: false, turn, leaving: false }
      cameras.set(hydro, camera)
    }
    return camera
  }
  const enter = (camera: Camera, state: Camera['state']) => {
    if (camera.state === state) return
    camera.state = state
    for (const v of camera.viewers) v.state()
  }

  function took(camera: Camera, picture: Picture, how: 'snapshot' | 'mjpeg'): void {
    const at = performance.now()
    if (camera.state === 'live' && at - camera.frameMs < pace) return
    Object.assign(camera, { picture, how, frameMs: at, frameAt: now(), failingSince: null, problem: null })
    enter(camera, 'live')
    for (const v of camera.viewers) v.picture(picture, camera.frameAt!)
  }

  function failed(camera: Camera, hydro: string, error: unknown): void {
    if (!(error instanceof CameraProblem)) log.error({ err: error, hydro }, 'unknown error of a camera')
    const problem = error instanceof CameraProblem ? error : new CameraProblem('camera_ended')
    if (camera.state === 'failing' && camera.problem?.code === problem.code) return
    log.warn({ hydro, code: problem.code }, 'the camera does not answer as it should')
    camera.problem = problem
    camera.failingSince ??= now()
    camera.state = 'connecting'
    enter(camera, 'failing')
  }

  /** Connects to the camera again and again while there are viewers. */
  async function run(hydro: string, camera: Camera): Promise<void> {
    let source: CameraSource | null = null
    let called: string | null = null
    let wait = retry
    camera.running = true
    while (!closed && !camera.leaving) {
      const { signal } = (camera.turn = new AbortController())
      let ms = pause
      try {
        if (camera.state === 'idle') enter(camera, 'connecting')
        const place = await options.placeOf(hydro)
        if (!place) break
        if (place.address === null) throw new CameraProblem('camera_no_password')
        const { address } = place
        if (source === null || called !== address)
          source = createSource((called = address), { allowed: options.allowed, timeout })
        await source.read(signal, (picture, how) => {
          wait = retry
          if (!signal.aborted) took(camera, picture, how)
        })
      } catch (error) {
        if (!signal.aborted) failed(camera, hydro, error)
        ms = wait
        wait = Math.min(longest, wait * 2)
      }
      await rest(ms, signal)
    }
    camera.running = false
    enter(camera, 'idle')
  }

  function watch(hydro: string, viewer: Viewer): () => void {
    const camera = of(hydro)
    camera.viewers.add(viewer)
    camera.leaving = false
    if (camera.picture && performance.now() - camera.frameMs < pause + timeout / 2)
      viewer.picture(camera.picture, camera.frameAt!)
    if (!camera.running && !closed) void run(hydro, camera)
    return () => {
      if (!camera.viewers.delete(viewer) || camera.viewers.size > 0) return
      setTimeout(() => {
        if (camera.viewers.size > 0) return
        camera.leaving = true
        camera.turn.abort()
      }, linger).unref()
    }
  }

  return {
    seen(hydro) {
      const { state, how, frameAt, failingSince, problem } = of(hydro)
      return { state, how, frame_at: frameAt, failing_since: failingSince, problem }
    },
    watch: watch,
    frame(hydro) {
      const camera = of(hydro)
      if (camera.picture && performance.now() - camera.frameMs < pause)
        return Promise.resolve({ picture: camera.picture, at: camera.frameAt! })
      // The reason is known, and the next attempt is in progress or comes soon.
      if (camera.running && camera.state === 'failing') return Promise.reject(camera.problem)
      const { promise, resolve, reject } = Promise.withResolvers<{ picture: Picture; at: number }>()
      const late = setTimeout(
        () => reject(new CameraProblem('camera_timeout', { seconds: timeout / 1000 })),
        timeout,
      )
      const leave = watch(hydro, {
        picture: (picture, at) => resolve({ picture, at }),
        state() {
          if (camera.state === 'failing') reject(camera.problem)
          if (camera.state === 'idle') reject(new CameraProblem('camera_none'))
        },
      })
      return promise.finally(() => {
        clearTimeout(late)
        leave()
      })
    },
    changed(hydro) {
      const camera = cameras.get(hydro)
      if (!camera) return
      Object.assign(camera, BLANK)
      camera.turn.abort()
      enter(camera, 'idle')
      if (!camera.running && camera.viewers.size > 0) void run(hydro, camera)
    },
    close() {
      closed = true
      for (const camera of cameras.values()) camera.turn.abort()
    },
  }
}

/** Waits for a time, or until the signal aborts. */
function rest(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (signal.aborted) return Promise.resolve()
  const timer = setTimeout(resolve, ms)
  timer.unref()
  signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  return promise
}
