import { request, type IncomingMessage } from 'node:http'
import { DAY } from '#core/time/index.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditWordsEn } from '#client/lib/text/en/audit-words.ts'
import { auditWordsVi } from '#client/lib/text/vi/audit-words.ts'
import * as contract from '#contract/camera.ts'
import type { CameraState } from '#contract/camera.ts'
import { listAudit } from '#contract/audit.ts'
import { exportBundle, listChanges } from '#contract/changes.ts'
import { getConfig } from '#contract/config.ts'
import { fullPath } from '#contract/endpoint.ts'
import { ITEMS } from '#contract/items.ts'
import { getSettingInterface, setSettingInterface } from '#contract/settings.ts'
import { createApp } from '#server/app.ts'
import { HIDE_RECORDED } from '#server/features/camera/hide.ts'
import { hideOldAddresses } from '#server/features/camera/index.ts'
import { createLog } from '#server/lib/log.ts'
import { Parts, pictureType } from '#server/features/camera/parts.ts'
import { demoDescription } from '#plant/index.ts'
import { picture } from '../people/pictures.ts'
import { addReservoir, testServer, type TestServer } from '../server.ts'
import { PASSWORD, startDevice, USER, type Device } from './device.ts'

const seed = demoDescription()
const ACTOR = `${encodeURIComponent(USER)}:${encodeURIComponent(PASSWORD)}`

let device: Device
let jpeg: Buffer
let png: Buffer

beforeAll(async () => {
  jpeg = await picture('jpeg', 64, 48)
  png = await picture('png', 16, 16)
})

async function plantServer(options: Parameters<typeof testServer>[0] = {}): Promise<TestServer> {
  const server = await testServer(options)
  await addReservoir(server.app, seed)
  return server
}

describe('a camera of the reservoir', () => {
  let server: TestServer
  let url: string
  const logged: string[] = []

  beforeAll(async () => {
    device = await startDevice(jpeg)
    device.play(1000)
    const log = createLog('trace', { write: (line: string) => void logged.push(line) })
    const env = { ALLOW_PRIVATE_TARGETS: '1', CAMERA_STREAMS: '55', CAMERA_STREAMS_PER_ACCOUNT: '50' }
    server = await plantServer({ env, log })
    url = await server.app.web.listen({ port: 0, host: '127.0.0.1' })
  })
  afterAll(async () => {
    await server.close()
    await device.close()
  })

  const point = (camera_path: string | null) =>
    server.call(setSettingInterface, { body: { camera_path } }, { account: 'admin', language: 'vi' })
  const state = async (language: 'vi' | 'en' = 'en'): Promise<CameraState> =>
    (await server.call(contract.getCamera, {}, { account: 'viewer', language })).body.data!

  /** Watches as a page does; what came so far, by kind. */
  async function view(account = 'viewer') {
    const token = await server.signIn(account)
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const call = request(
      url + fullPath(contract.getCameraStream),
      { agent: false, headers: { authorization: `Bearer ${token}` } },
      resolve,
    )
    call.on('error', reject).end()
    const response = await promise
    const pictures: Buffer[] = []
    const states: CameraState[] = []
    const parts = new Parts('forebay')
    response.on('error', () => {})
    response.on('data', (chunk: Buffer) => {
      for (const body of parts.push(chunk))
        if (pictureType(body)) pictures.push(body)
        else states.push(JSON.parse(body.toString()) as CameraState)
    })
    return { status: response.statusCode, pictures, states, close: () => response.destroy() }
  }

  test('is absent until one is configured, and reports so', async () => {
    expect(await state()).toMatchObject({ kind: 'none', address: null, state: 'idle', error: null })
    const frame = await server.call(contract.getCameraFrame, {}, { account: 'viewer', language: 'vi' })
    expect(frame.status).toBe(404)
    expect(frame.body).toMatchObject({ code: 'camera_none', message: 'Hồ này chưa cấu hình camera' })
  })

  test('is not RTSP: refused at its field with advice, and nothing is stored', async () => {
    const a = await point('rtsp://admin:x@10.0.0.4:554/stream1')
    expect(a.status).toBe(400)
    expect(a.body.errors![0]).toMatchObject({ path: 'camera_path', code: 'camera_rtsp' })
    expect(a.body.message).toContain('MJPEG')
    expect((await state()).kind).toBe('none')
  })

  test('serves its picture from here, under the permission of the dashboard', async () => {
    expect((await point(device.at('/digest/snap.jpg', ACTOR))).status).toBe(200)
    const token = await server.signIn('viewer')
    const answer = await fetch(url + fullPath(contract.getCameraFrame), {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(Buffer.from(await answer.arrayBuffer()).equals(jpeg)).toBe(true)
    expect(await state()).toMatchObject({ kind: 'video', how: 'snapshot', failing_since: null, error: null })
    expect((await fetch(url + fullPath(contract.getCameraFrame))).status).toBe(401)
  })

  test('keeps its name and password: no answer, record or log contains them', async () => {
    const held = (await server.call(ITEMS.settings.list)).body.data![0]
    expect(held.body.cameraPath).toBe(device.at('/digest/snap.jpg', '***'))
    expect((await server.call(getSettingInterface)).body.data!.camera_path).toBe(held.body.cameraPath)
    const answers = await Promise.all([
      server.call(getSettingInterface),
      server.call(ITEMS.settings.list),
      server.call(ITEMS.settings.history, { params: { id: 'settings' } }),
      server.call(listAudit, { query: {} } as never),
      server.call(listChanges, { query: {} } as never),
      server.call(exportBundle),
      server.call(contract.getCamera),
      server.call(getConfig),
    ])
    expect(answers.map((a) => a.status)).toEqual(answers.map(() => 200))
    const { rows } = { rows: await server.app.services.db.query('SELECT before, after FROM audit') }
    const stored = await server.app.services.db.query('SELECT body FROM description')
    const files = await server.app.services.db.query<{ bytes: Buffer }>('SELECT bytes FROM file')
    const all = [
      ...answers.map((a) => JSON.stringify(a.body)),
      JSON.stringify(rows),
      JSON.stringify(stored),
      ...files.map((f) => f.bytes.toString('utf8')),
      ...logged,
    ].join('\n')
    for (const secret of [USER, PASSWORD, encodeURIComponent(PASSWORD), 'an toàn', 'an%20to'])
      expect(all.toLowerCase()).not.toContain(secret.toLowerCase())
    // Makes sure that the masked address is there at all.
    expect(all).toContain('http://***@127.0.0.1')
  })

  test('saved again as displayed it still works; changed around its hidden part it must be entered again', async () => {
    const held = (await server.call(ITEMS.settings.list)).body.data![0]
    const change = (cameraPath: string) =>
      server.call(ITEMS.settings.change, {
        params: { id: 'settings' },
        body: { version: held.version, body: { ...held.body, waterLevelMin: 380, cameraPath } },
      })
    const other = await change(held.body.cameraPath!.replace('127.0.0.1', '10.66.0.1'))
    expect(other.status).toBe(400)
    expect(other.body.errors![0]).toMatchObject({
      path: 'body.cameraPath',
      code: 'camera_password_again',
    })
    expect((await change(held.body.cameraPath!)).status).toBe(200)
    const frame = await server.call(contract.getCameraFrame, {}, { account: 'viewer' })
    expect(frame.status).toBe(200)
  })

  test('has one connection for fifty viewers, and none without viewers', async () => {
    expect((await point(device.at('/digest/video.mjpg?channel=2', ACTOR))).status).toBe(200)
    const viewers = await Promise.all(Array.from({ length: 50 }, () => view()))
    expect(viewers.every((v) => v.status === 200)).toBe(true)
    await expect.poll(() => viewers.every((v) => v.pictures.length >= 1), { timeout: 10_000 }).toBe(true)
    expect(device.streams()).toBe(1)
    device.show(png)
    await expect.poll(() => viewers.every((v) => v.pictures.at(-1)!.equals(png))).toBe(true)
    expect(viewers[49].states.at(-1)).toMatchObject({ state: 'live', how: 'mjpeg', error: null })
    expect(device.requestsTo('/digest/video.mjpg')).toBe(2)

    // Limits per account and in total; the refusal says what to close, in the caller's language.
    const refused = async (account: string, language: string) => {
      const answer = await fetch(url + fullPath(contract.getCameraStream), {
        headers: { authorization: `Bearer ${await server.signIn(account)}`, 'accept-language': language },
      })
      return { status: answer.status, body: (await answer.json()) as object }
    }
    expect(await refused('viewer', 'vi')).toMatchObject({
      status: 429,
      body: {
        code: 'camera_streams_account',
        message: expect.stringMatching(/đang xem camera ở 50 nơi.*đóng khung camera/),
      },
    })
    const others = await Promise.all(Array.from({ length: 5 }, () => view('operator')))
    expect(others.map((v) => v.status)).toEqual([200, 200, 200, 200, 200])
    expect(await refused('operator', 'en')).toMatchObject({
      status: 429,
      body: { code: 'camera_streams_all', message: expect.stringMatching(/55 places.*close camera panels/) },
    })
    expect(device.streams()).toBe(1)
    // After closing one, another can be opened.
    viewers.pop()!.close()
    await expect
      .poll(async () => {
        const again = await view()
        if (again.status === 200) viewers.push(again)
        else again.close()
        return again.status
      })
      .toBe(200)
    for (const v of [...viewers, ...others]) v.close()
    await expect.poll(() => device.streams(), { timeout: 15_000 }).toBe(0)
  }, 120_000)

  test('reports to viewers since when and why it fails, and recovers by itself', async () => {
    const viewer = await view()
    await expect.poll(() => viewer.states.at(-1)?.state, { timeout: 10_000 }).toBe('live')
    const since = server.clock.now()
    device.cut()
    await expect.poll(() => viewer.states.at(-1)?.state).toBe('failing')
    expect(viewer.states.at(-1)).toMatchObject({
      failing_since: since,
      error: { code: 'camera_ended', message: 'Camera ngắt luồng hình' },
    })
    expect(await state('en')).toMatchObject({ error: { message: 'The camera ended its stream' } })
    await expect.poll(() => viewer.states.at(-1)?.state, { timeout: 15_000 }).toBe('live')
    expect(viewer.states.at(-1)!.failing_since).toBeNull()
    viewer.close()
  }, 40_000)

  test('is read from a changed address for present viewers', async () => {
    const viewer = await view()
    await expect.poll(() => viewer.states.at(-1)?.state, { timeout: 10_000 }).toBe('live')
    await point(device.at('/page'))
    await expect.poll(() => viewer.states.at(-1)?.error?.code, { timeout: 10_000 }).toBe('camera_web_page')
    const frame = await server.call(contract.getCameraFrame, {}, { account: 'viewer', language: 'vi' })
    expect(frame).toMatchObject({ status: 502, body: { code: 'camera_web_page' } })
    await point(device.at('/snap.jpg'))
    await expect.poll(() => viewer.states.at(-1)?.how, { timeout: 10_000 }).toBe('snapshot')
    viewer.close()
  }, 40_000)

  test('on our own origin is a page to open, not a picture', async () => {
    await point('/camera/')
    expect(await state()).toMatchObject({ kind: 'page', address: '/camera/' })
    expect((await server.call(contract.getCameraFrame)).body.code).toBe('camera_page')
  })
})

test('an address stored with its password by an older release is hidden at the next start, and still works', async () => {
  const device = await startDevice(jpeg)
  const server = await plantServer({ env: { ALLOW_PRIVATE_TARGETS: '1' } })
  const { services, plants } = server.app
  const { db } = services
  const [older, newer] = ['/digest/snap.jpg?channel=1', '/digest/snap.jpg?channel=2'].map((path) =>
    device.at(path, ACTOR),
  )
  try {
    // As an earlier release wrote it: a replaced version, one in force, and their records.
    for (const camera_path of ['http://10.9.9.9/first.jpg', 'http://10.9.9.9/second.jpg'])
      expect((await server.call(setSettingInterface, { body: { camera_path } })).status).toBe(200)
    const plain = [
      ['http://10.9.9.9/first.jpg', older],
      ['http://10.9.9.9/second.jpg', newer],
    ]
    for (const [given, address] of plain) {
      await db.query(
        `UPDATE description SET body = replace(body::text, $1, $2)::jsonb WHERE noun = 'settings'`,
        [given, address],
      )
      await db.query(
        `UPDATE audit SET before = replace(before::text, $1, $2)::jsonb, after = replace(after::text, $1, $2)::jsonb`,
        [given, address],
      )
    }
    const everything = async () => {
      const answers = await Promise.all([
        server.call(getSettingInterface),
        server.call(ITEMS.settings.list),
        server.call(ITEMS.settings.history, { params: { id: 'settings' } }),
        server.call(listAudit, { query: {} } as never),
        server.call(listChanges, { query: {} } as never),
        server.call(exportBundle),
        server.call(contract.getCamera),
      ])
      expect(answers.map((a) => a.status)).toEqual(answers.map(() => 200))
      // A backup contains what the tables hold.
      const tables = await Promise.all(
        ['description', 'audit'].map((name) => db.query(`SELECT t::text AS row FROM ${name} t`)),
      )
      const files = await db.query<{ bytes: Buffer }>('SELECT bytes FROM file')
      return [
        ...answers.map((a) => JSON.stringify(a.body)),
        JSON.stringify(tables),
        ...files.map((f) => f.bytes.toString('utf8')),
      ].join('\n')
    }
    const before = await everything()
    expect(before.includes(encodeURIComponent(PASSWORD)), 'it is a test of something').toBe(true)

    const next = await createApp(services, { demo: false })
    await next.close()
    plants.changed(seed.hydroCode, null, null)
    const all = await everything()
    for (const secret of [USER, PASSWORD, encodeURIComponent(PASSWORD)])
      expect(all.toLowerCase().includes(secret.toLowerCase()), secret).toBe(false)
    // Both versions say where they pointed, the act is recorded, and both passwords are still known here.
    for (const path of ['/digest/snap.jpg?channel=1', '/digest/snap.jpg?channel=2'])
      expect(all.includes(device.at(path, '***')), path).toBe(true)
    const acts = await server.call(listAudit, { query: { act: HIDE_RECORDED } } as never)
    expect(acts.body.data?.records).toMatchObject([{ actor: 'service', noun: 'settings', reason: null }])
    expect(auditWordsVi.auditWords.acts[HIDE_RECORDED]).toMatch(/^ẩn /)
    expect(auditWordsEn.auditWords.acts[HIDE_RECORDED]).toMatch(/^hid /)
    expect((await server.call(contract.getCameraFrame, {}, { account: 'viewer' })).status).toBe(200)
    expect(device.requestsTo('/digest/snap.jpg')).toBe(2)
    const back = await server.call(setSettingInterface, {
      body: { camera_path: device.at('/digest/snap.jpg?channel=1', '***') },
    })
    expect(back.status).toBe(200)
    expect((await server.call(contract.getCameraFrame, {}, { account: 'viewer' })).status).toBe(200)
    // Once is enough.
    expect(await hideOldAddresses(services)).toBe(0)
  } finally {
    await server.close()
    await device.close()
  }
}, 120_000)

test('the log is searched once for addresses of cameras, and at later starts only its new records', async () => {
  const server = await plantServer({ env: { ALLOW_PRIVATE_TARGETS: '1' } })
  const { services } = server.app
  const { db } = services
  /** The reservoirs whose records a start looks through. */
  const isSearched = async () => {
    let transactions = 0
    const counted = { ...db, tx: ((...args) => (transactions++, db.tx(...args))) as typeof db.tx }
    expect(await hideOldAddresses({ ...services, db: counted })).toBe(0)
    return transactions
  }
  try {
    const camera_path = 'http://10.9.9.9/snap.jpg?channel=1'
    expect((await server.call(setSettingInterface, { body: { camera_path } })).status).toBe(200)
    expect(await isSearched()).toBe(1)
    server.clock.advance(3 * DAY)
    expect(await isSearched()).toBe(1)
    server.clock.advance(DAY)
    expect(await isSearched()).toBe(0)
    // A backup of an earlier release is restored without the note of when that was.
    await db.query("DELETE FROM installation WHERE name = 'addresses_hidden'")
    expect(await isSearched()).toBe(1)
  } finally {
    await server.close()
  }
})

test('this machine itself is no camera unless that is allowed', async () => {
  const device = await startDevice(jpeg)
  const server = await plantServer()
  try {
    await server.call(setSettingInterface, { body: { camera_path: device.at('/snap.jpg') } })
    const frame = await server.call(contract.getCameraFrame, {}, { account: 'viewer' })
    expect(frame).toMatchObject({ status: 502, body: { code: 'camera_forbidden' } })
    expect(device.requestsTo('/snap.jpg')).toBe(0)
  } finally {
    await server.close()
    await device.close()
  }
})

test('the camera of the installation is used instead, and its address is never disclosed', async () => {
  const device = await startDevice(jpeg)
  const CAMERA_PATH = device.at('/basic/snap.jpg', ACTOR)
  const server = await plantServer({ env: { CAMERA_PATH, ALLOW_PRIVATE_TARGETS: '1' } })
  try {
    const config = await server.call(getConfig, {}, {})
    expect(config.body.data).toMatchObject({ camera: true })
    expect(JSON.stringify(config.body)).not.toContain('127.0.0.1')
    expect((await server.call(contract.getCamera)).body.data).toMatchObject({
      kind: 'video',
      address: device.at('/basic/snap.jpg', '***'),
    })
    expect((await server.call(contract.getCameraFrame)).status).toBe(200)
  } finally {
    await server.close()
    await device.close()
  }
})
