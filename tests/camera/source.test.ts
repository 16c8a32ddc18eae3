import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSource, type Picture } from '#server/features/camera/source.ts'
import { picture } from '../people/pictures.ts'
import { PASSWORD, startDevice, USER, type Device } from './device.ts'

let device: Device
let jpeg: Buffer

beforeAll(async () => {
  jpeg = await picture('jpeg', 64, 48)
  device = await startDevice(jpeg)
})
afterAll(() => device.close())

const ACTOR = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`

/** Timeout for a camera that sends what it has, however busy this machine is, ms. */
const PATIENT = 20_000
/** Timeout for one that sends nothing, ms. */
const SHORT = 1000

/** What a camera at an address sends, until it ends or `enough` arrived. */
async function read(address: string, { enough = Infinity, allowed = true, timeout = PATIENT } = {}) {
  const source = createSource(address, { allowed, timeout })
  const stop = new AbortController()
  const pictures: { picture: Picture; how: string }[] = []
  try {
    await source.read(stop.signal, (picture, how) => {
      pictures.push({ picture, how })
      if (pictures.length === enough) stop.abort()
    })
  } catch (error) {
    if (!stop.signal.aborted) throw error
  }
  return pictures
}

test.each(['/snap.jpg', '/basic/snap.jpg', '/digest/snap.jpg', '/within'])(
  'a snapshot at %s',
  async (path) => {
    const [{ picture, how }] = await read(device.at(path, ACTOR))
    expect(how).toBe('snapshot')
    expect(picture.type).toBe('image/jpeg')
    expect(picture.bytes.equals(jpeg)).toBe(true)
  },
)

test.each(['/video.mjpg', '/basic/video.mjpg', '/digest/video.mjpg?channel=1&subtype=0'])(
  'a stream at %s',
  async (path) => {
    const found = read(device.at(path, ACTOR), { enough: 3 })
    await expect.poll(() => device.streams()).toBe(1)
    device.show(jpeg)
    device.show(jpeg)
    expect((await found).map((f) => f.how)).toEqual(['mjpeg', 'mjpeg', 'mjpeg'])
    await expect.poll(() => device.streams()).toBe(0)
  },
)

test('authentication that a camera required once is sent at once the next time', async () => {
  const source = createSource(device.at('/digest/snap.jpg?n=1', ACTOR), { allowed: true, timeout: PATIENT })
  const before = device.requestsTo('/digest/snap.jpg')
  let n = 0
  for (let i = 0; i < 3; i++) await source.read(new AbortController().signal, () => n++)
  expect(n).toBe(3)
  expect(device.requestsTo('/digest/snap.jpg') - before).toBe(4)
})

test.each([
  ['/slow', 'camera_timeout'],
  ['/stalled', 'camera_silent'],
  ['/video.mjpg', 'camera_silent'],
])('%s that stops sending is reported as %s', async (path, code) => {
  await expect(read(device.at(path), { timeout: SHORT })).rejects.toMatchObject({ code })
  await expect.poll(() => device.streams()).toBe(0)
})

test.each([
  ['/huge', 'camera_too_large'],
  ['/endless', 'camera_too_large'],
  ['/page', 'camera_web_page'],
  ['/film', 'camera_wrong_type'],
  ['/liar', 'camera_broken'],
  ['/away', 'camera_redirect'],
  ['/round', 'camera_redirect'],
  ['/nothing', 'camera_status'],
  ['/basic/snap.jpg', 'camera_unauthorized'],
  ['/digest/snap.jpg', 'camera_unauthorized'],
])('%s is reported as %s', async (path, code) => {
  await expect(read(device.at(path))).rejects.toMatchObject({ code })
})

test('a wrong password is refused once, not tried repeatedly', async () => {
  const before = device.requestsTo('/digest/snap.jpg')
  await expect(read(device.at('/digest/snap.jpg', `${USER}:wrong`))).rejects.toMatchObject({
    code: 'camera_unauthorized',
  })
  expect(device.requestsTo('/digest/snap.jpg') - before).toBe(2)
})

test('a stream that ends', async () => {
  const ended = read(device.at('/video.mjpg'))
  await expect.poll(() => device.streams()).toBe(1)
  device.cut()
  await expect(ended).rejects.toMatchObject({ code: 'camera_ended' })
})

test('no listener, no such name, and this machine where that is not allowed', async () => {
  const gone = await startDevice(jpeg)
  const address = gone.at('/snap.jpg')
  await gone.close()
  await expect(read(address)).rejects.toMatchObject({
    code: 'camera_unreachable',
    params: { detail: 'ECONNREFUSED' },
  })
  await expect(read('http://no-such-camera.invalid/')).rejects.toMatchObject({ code: 'camera_unknown_host' })
  const before = device.requestsTo('/snap.jpg')
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]'])
    await expect(
      read(`http://${host}:${device.port}/snap.jpg`, { enough: 1, allowed: false }),
    ).rejects.toMatchObject({
      code: 'camera_forbidden',
    })
  expect(device.requestsTo('/snap.jpg')).toBe(before)
})
