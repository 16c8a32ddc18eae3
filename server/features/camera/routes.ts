import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { inForce } from '#core/description/index.ts'
import * as contract from '#contract/camera.ts'
import type { CameraState } from '#contract/camera.ts'
import { text, type Language } from '#contract/messages.ts'
import { watchersToEnd } from '#server/features/feed/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { Problem } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { shownAddress } from '#server/lib/address.ts'
import { createCameras, type Cameras, type CamerasOptions, type CameraAddress } from './cameras.ts'
import { wholeAddress } from '#server/lib/credentials.ts'
import { CameraProblem } from './problem.ts'
import type { Picture } from './source.ts'

const BEAT = 15_000
/** Bytes waiting to be sent beyond which a viewer misses pictures. */
const LAG = 1024 * 1024
const BOUNDARY = 'forebay'

interface Stream {
  hydro: string
  accountId: string | null
  sessionId: string
  out: ServerResponse
  /** Sends the state of the camera. */
  sendState(): Promise<void>
}

/** The camera at the dam, for everybody who may view the dashboard. */
export function serveCamera(
  serve: Serve,
  s: Services & { plants: Plants },
  timing: Partial<Pick<CamerasOptions, 'timeout' | 'pause' | 'retry' | 'linger'>> = {},
): { close(): void } {
  const { plants } = s
  const addressOf = async (hydro: string): Promise<string | null> => {
    const held = inForce((await plants.describe(hydro)).settings, s.clock.now())?.body.cameraPath
    return held ?? s.config.cameraPath
  }
  const placeOf = async (hydro: string): Promise<CameraAddress | null> => {
    const address = await addressOf(hydro)
    if (address === null || address.startsWith('/')) return null
    return { address: await wholeAddress(s, hydro, address), shown: shownAddress(address) }
  }
  const cameras: Cameras = createCameras({
    ...timing,
    now: () => s.clock.now(),
    placeOf,
    allowed: s.config.allowPrivateTargets,
    log: s.log,
  })
  const forget = plants.onChange((hydro) => cameras.changed(hydro))
  const streams = new Set<Stream>()

  const stateOf = async (hydro: string, language: Language): Promise<CameraState> => {
    const address = await addressOf(hydro)
    const kind = address === null ? 'none' : address.startsWith('/') ? 'page' : 'video'
    const { problem, ...seen } = cameras.seen(hydro)
    return {
      kind,
      address: address === null ? null : shownAddress(address),
      ...seen,
      error: problem && {
        code: problem.code,
        message: text(problem.code, language, problem.params),
      },
    }
  }

  /** Refuses where the camera is not fetched: it has no pictures. */
  const mustBeFetched = async (hydro: string) => {
    const address = await addressOf(hydro)
    if (address === null) throw new Problem(404, 'camera_none')
    if (address.startsWith('/')) throw new Problem(404, 'camera_page')
  }

  /** Limits viewers: each costs a connection and a share of the network. */
  const mayView = (accountId: string | null) => {
    const { cameraStreams: most, cameraStreamsPerAccount: mostOfOne } = s.config
    const own = [...streams].filter((stream) => stream.accountId === accountId).length
    if (own >= mostOfOne) throw new Problem(429, 'camera_streams_account', { limit: mostOfOne })
    if (streams.size >= most) throw new Problem(429, 'camera_streams_all', { limit: most })
  }

  serve(contract.getCamera, ({ caller }) => stateOf(caller.hydro, caller.language))

  serve(contract.getCameraFrame, async ({ caller, reply }) => {
    await mustBeFetched(caller.hydro)
    try {
      const { picture, at } = await cameras.frame(caller.hydro)
      await reply
        .header('content-type', picture.type)
        .header('cache-control', 'no-store')
        .header('x-taken-at', String(at))
        .send(picture.bytes)
    } catch (error) {
      if (error instanceof CameraProblem) throw new Problem(502, error.code, error.params)
      throw error
    }
    return null
  })

  serve(contract.getCameraStream, async ({ caller, reply }) => {
    const { hydro, language } = caller
    await mustBeFetched(hydro)
    mayView(caller.accountId)
    reply.hijack()
    const out = reply.raw
    out.writeHead(200, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': `multipart/x-mixed-replace; boundary=${BOUNDARY}`,
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    out.flushHeaders()
    const put = (type: string, bytes: Buffer, at: number | null) => {
      if (out.destroyed || out.writableEnded) return
      out.write(
        `--${BOUNDARY}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes.length}\r\n` +
          `${at === null ? '' : `X-Taken-At: ${at}\r\n`}\r\n`,
      )
      out.write(bytes)
      out.write('\r\n')
    }
    const sendState = async () =>
      put('application/json', Buffer.from(JSON.stringify(await stateOf(hydro, language))), null)
    const { accountId } = caller
    const stream: Stream = { hydro, accountId, sessionId: caller.sessionId!, out, sendState }
    // A failure here does not end the stream: the next heartbeat sends the state again.
    const onState = () =>
      void sendState().catch((error: unknown) => s.log.warn({ err: error }, 'camera state'))
    const leave = cameras.watch(hydro, {
      picture(picture: Picture, at) {
        if (out.writableLength <= LAG) put(picture.type, picture.bytes, at)
      },
      state: onState,
    })
    onState()
    streams.add(stream)
    const end = () => {
      leave()
      streams.delete(stream)
    }
    out.on('close', end)
    if (out.destroyed) end()
    return null
  })

  const beat = async () => {
    if (streams.size === 0) return
    try {
      const gone = new Set(await watchersToEnd(s, [...streams]))
      for (const stream of gone) stream.out.end(`--${BOUNDARY}--\r\n`)
      for (const stream of streams) if (!gone.has(stream)) await stream.sendState()
    } catch (error) {
      // The database is away: streams stay, and the next heartbeat checks again.
      s.log.warn({ err: (error as Error).message }, 'sessions of camera streams were not checked')
    }
  }
  const beats = setInterval(() => void beat(), BEAT)
  beats.unref()

  return {
    close() {
      clearInterval(beats)
      forget()
      cameras.close()
      for (const { out } of streams) out.end()
    },
  }
}
