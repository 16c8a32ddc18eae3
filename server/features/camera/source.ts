import type { IncomingMessage } from 'node:http'
import { getFrom, TargetError } from '#server/lib/outgoing.ts'
import { authorization, readChallenge, type Challenge, type Credentials } from './authorize.ts'
import { boundaryOf, LARGEST, Parts, pictureType, pictureTooLarge, type PictureType } from './parts.ts'
import { CameraProblem } from './problem.ts'

export interface Picture {
  type: PictureType
  bytes: Buffer
}

interface CameraSourceOptions {
  /** Whether addresses of this machine are allowed too. */
  allowed: boolean
  /** ms until it must answer, and between two pictures of a stream. */
  timeout: number
}

/** Most redirects within the camera. */
const MOST_REDIRECTS = 3

export interface CameraSource {
  /** Connects once: takes one picture, or its stream until that ends. Returns how it answered. */
  read(signal: AbortSignal, take: (picture: Picture, how: 'snapshot' | 'mjpeg') => void): Promise<void>
}

/** A camera at an address. A challenge that it has sent once is answered in advance the next time. */
export function createSource(address: string, options: CameraSourceOptions): CameraSource {
  const url = new URL(address)
  const credentials: Credentials | null =
    url.username === '' && url.password === ''
      ? null
      : { user: decode(url.username), password: decode(url.password) }
  url.username = ''
  url.password = ''
  url.hash = ''
  let challenge: Challenge | null = null

  async function open(signal: AbortSignal): Promise<IncomingMessage> {
    let at = url
    for (let redirects = 0, challenged = false; ;) {
      const uri = at.pathname + at.search
      const header = challenge && credentials ? authorization(challenge, credentials, 'GET', uri) : null
      const answer = await get(at, header, options, signal)
      const status = answer.statusCode ?? 0
      if (status >= 200 && status < 300) return answer
      answer.destroy()
      if (status === 401) {
        const next = readChallenge(answer.headers['www-authenticate'] ?? '')
        // Tries once more with a new nonce: the old one may have expired.
        if (!credentials || !next || challenged) throw new CameraProblem('camera_unauthorized')
        challenge = next
        challenged = true
        continue
      }
      if (status === 403) throw new CameraProblem('camera_unauthorized')
      const location = answer.headers.location
      if (status >= 300 && status < 400 && location && URL.canParse(location, at.href)) {
        const next = new URL(location, at.href)
        if (next.origin !== url.origin || redirects++ >= MOST_REDIRECTS)
          throw new CameraProblem('camera_redirect', { host: next.host })
        next.username = ''
        next.password = ''
        at = next
        continue
      }
      throw new CameraProblem('camera_status', { status })
    }
  }

  return {
    async read(signal, take) {
      const answer = await open(signal)
      try {
        await taken(answer, options.timeout, take)
      } catch (error) {
        throw signal.aborted || error instanceof CameraProblem ? error : problemOf(error)
      } finally {
        answer.destroy()
      }
    },
  }
}

const decode = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function taken(
  answer: IncomingMessage,
  timeout: number,
  take: (picture: Picture, how: 'snapshot' | 'mjpeg') => void,
): Promise<void> {
  const type = (answer.headers['content-type'] ?? '').trim()
  const plain = type.split(';')[0].trim().toLowerCase()
  if (plain === 'multipart/x-mixed-replace') {
    const boundary = boundaryOf(type)
    if (boundary === null) throw new CameraProblem('camera_broken')
    const parts = new Parts(boundary)
    // A camera that keeps the connection and sends no picture for this long has failed; other bytes do not count.
    let silent = setTimeout(() => answer.destroy(silence(timeout)), timeout)
    try {
      for await (const chunk of answer as AsyncIterable<Buffer>)
        for (const bytes of parts.push(chunk)) {
          take(pictureOf(bytes), 'mjpeg')
          clearTimeout(silent)
          silent = setTimeout(() => answer.destroy(silence(timeout)), timeout)
        }
    } finally {
      clearTimeout(silent)
    }
    throw new CameraProblem('camera_ended')
  }
  if (/^text\/html|^application\/xhtml/.test(plain)) throw new CameraProblem('camera_web_page')
  if (!/^image\/(jpe?g|pjpeg|png)$/.test(plain))
    throw new CameraProblem('camera_wrong_type', { type: plain.slice(0, 60) || '-' })
  if (Number(answer.headers['content-length'] ?? 0) > LARGEST) throw pictureTooLarge()
  const late = setTimeout(() => answer.destroy(silence(timeout)), timeout)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > LARGEST) throw pictureTooLarge()
      chunks.push(chunk)
    }
  } finally {
    clearTimeout(late)
  }
  take(pictureOf(Buffer.concat(chunks)), 'snapshot')
}

function pictureOf(bytes: Buffer): Picture {
  const type = pictureType(bytes)
  if (!type) throw new CameraProblem('camera_broken')
  return { type, bytes }
}

const silence = (timeout: number) => new CameraProblem('camera_silent', { seconds: timeout / 1000 })

/** Requests the address and reads the head of the answer. */
async function get(
  url: URL,
  authorizationHeader: string | null,
  { allowed, timeout }: CameraSourceOptions,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  try {
    return await getFrom(url, {
      allowed,
      timeout,
      late: () => new CameraProblem('camera_timeout', { seconds: timeout / 1000 }),
      signal,
      headers: {
        accept: 'multipart/x-mixed-replace, image/jpeg, image/png',
        ...(authorizationHeader === null ? {} : { authorization: authorizationHeader }),
      },
    })
  } catch (error) {
    if (error instanceof TargetError) throw new CameraProblem(`camera_${error.code}`, { host: error.host })
    throw signal.aborted || error instanceof CameraProblem ? error : problemOf(error)
  }
}

/** A network error as a problem, never with the address in it. */
function problemOf(error: unknown): CameraProblem {
  const code = String((error as { code?: unknown }).code ?? '')
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|EPROTO/.test(code))
    return new CameraProblem('camera_certificate', { detail: code })
  if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE' || code.startsWith('HPE_'))
    return new CameraProblem('camera_ended')
  return new CameraProblem('camera_unreachable', { detail: /^[A-Z_]{3,40}$/.test(code) ? code : '-' })
}
