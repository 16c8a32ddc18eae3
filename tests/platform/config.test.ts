import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { ConfigError, demoRefusal, loadConfig } from '#server/lib/config.ts'
import { parseEnv, readEnv } from '#server/lib/settings.ts'

const dirs: string[] = []
function folder(): string {
  dirs.push(mkdtempSync(join(tmpdir(), 'forebay-config-')))
  return dirs.at(-1)!
}
afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true })
})

function problems(env: Record<string, string>) {
  try {
    loadConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return error as ConfigError
  }
  throw new Error('these settings were accepted')
}

describe('settings', () => {
  test('nothing set: the defaults', () => {
    expect(loadConfig({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      dataDir: resolve('./var'),
      dataUser: null,
      diskReserve: 512 * 1024 * 1024,
      databaseUrl: null,
      databaseDirectUrl: null,
      edition: 'ADVANCE',
      demo: null,
      adminPassword: null,
      plantTimeZone: 'Asia/Ho_Chi_Minh',
      ingestToken: null,
      serviceUsername: null,
      servicePassword: null,
      expertAccounts: [],
      secretKey: null,
      publicUrl: null,
      trustProxy: null,
      tlsCert: null,
      tlsKey: null,
      tls: null,
      smtpUrl: null,
      mailFrom: null,
      registration: true,
      accountLayout: 1,
      manualUrl: '/manual',
      cameraPath: null,
      cameraStreams: 100,
      cameraStreamsPerAccount: 10,
      mapTileHosts: [],
      uiLanguageSelector: null,
      uiThemeToggle: null,
      uiAllPages: null,
      role: 'all',
      lease: 20_000,
      plantProtocol: 'http',
      allowPrivateTargets: false,
      logLevel: 'info',
    })
  })

  test('everything set', () => {
    const cert = join(folder(), 'cert.pem')
    writeFileSync(cert, 'a certificate')
    const config = loadConfig({
      HOST: '::1',
      PORT: '0',
      DATA_DIR: '/srv/dam data',
      DATA_USER: 'forebay',
      DATABASE_URL: 'postgres://u:p@db:6432/forebay',
      DATABASE_DIRECT_URL: 'postgresql://u:p@db/forebay',
      EDITION: 'SERVER',
      DEMO: '0',
      ADMIN_PASSWORD: ' kept as it is ',
      PLANT_TIME_ZONE: 'Europe/Warsaw',
      INGEST_TOKEN: 'tok',
      SERVICE_USERNAME: 's',
      SERVICE_PASSWORD: 'p',
      EXPERT_ACCOUNTS: 'A1, A2,,',
      SECRET_KEY: '0123456789abcdef',
      PUBLIC_URL: 'https://dam.example.vn/',
      TRUST_PROXY: '10.0.0.0/8, loopback',
      TLS_CERT: cert,
      TLS_KEY: cert,
      SMTP_URL: 'smtps://u:p@mail:465',
      MAIL_FROM: 'Hồ A <dam@example.vn>',
      REGISTRATION: 'off',
      ACCOUNT_LAYOUT: '2',
      MANUAL_URL: 'https://manual.example.vn/a',
      CAMERA_PATH: '/camera/',
      CAMERA_STREAMS: '20',
      CAMERA_STREAMS_PER_ACCOUNT: '2',
      UI_LANGUAGE_SELECTOR: 'always',
      UI_THEME_TOGGLE: 'always',
      UI_ALL_PAGES: 'always',
      ROLE: 'worker',
      LEASE_SECONDS: '5',
      PLANT_PROTOCOL: 'http',
      ALLOW_PRIVATE_TARGETS: '1',
      LOG_LEVEL: 'debug',
    })
    expect(config).toMatchObject({
      host: '::1',
      port: 0,
      dataDir: '/srv/dam data',
      dataUser: 'forebay',
      demo: false,
      adminPassword: ' kept as it is ',
      expertAccounts: ['A1', 'A2'],
      publicUrl: 'https://dam.example.vn',
      trustProxy: ['10.0.0.0/8', 'loopback'],
      tlsCert: cert,
      mailFrom: 'Hồ A <dam@example.vn>',
      registration: false,
      accountLayout: 2,
      cameraStreams: 20,
      cameraStreamsPerAccount: 2,
      role: 'worker',
      lease: 5000,
      allowPrivateTargets: true,
    })
  })

  test('all errors are reported at once: the name, the value, the allowed values', () => {
    const bad: Record<string, string> = {
      HOST: 'two words',
      PORT: '80800',
      DATABASE_URL: 'mysql://root:hunter2@db/x',
      DATABASE_DIRECT_URL: 'nonsense',
      EDITION: 'PRO',
      DEMO: 'maybe',
      PLANT_TIME_ZONE: 'Asia/Hanoi_City',
      INGEST_TOKEN: 'two words',
      SERVICE_USERNAME: 'alone',
      SECRET_KEY: 'short',
      PUBLIC_URL: 'https://dam.example.vn/below',
      TRUST_PROXY: 'yes',
      TLS_CERT: '/nowhere/cert.pem',
      TLS: 'auto',
      SMTP_URL: 'http://mail',
      MAIL_FROM: 'nobody',
      REGISTRATION: 'perhaps',
      ACCOUNT_LAYOUT: '3',
      MANUAL_URL: 'javascript:alert(1)',
      CAMERA_PATH: 'rtsp://admin:hunter2@10.0.0.4/stream',
      CAMERA_STREAMS: '0',
      CAMERA_STREAMS_PER_ACCOUNT: 'all',
      UI_LANGUAGE_SELECTOR: 'never',
      UI_THEME_TOGGLE: 'never',
      UI_ALL_PAGES: 'never',
      ROLE: 'both',
      PLANT_PROTOCOL: 'pigeon',
      ALLOW_PRIVATE_TARGETS: '2',
      LOG_LEVEL: 'loud',
    }
    const error = problems(bad)
    const named = error.problems.map((p) => p.name)
    for (const name of [...Object.keys(bad), 'SERVICE_PASSWORD', 'TLS_KEY'].filter(
      (n) => n !== 'SERVICE_USERNAME',
    ))
      expect(named, name).toContain(name)
    expect(error.message).toContain('PORT=80800: must be a whole number from 0 to 65535')
    expect(error.message).toContain('EDITION=PRO: must be one of LITE, ADVANCE, SERVER')
    expect(error.message).toContain('SERVICE_PASSWORD: must be given where SERVICE_USERNAME is')
    expect(error.message).not.toContain('hunter2')
    expect(error.message).not.toContain('SECRET_KEY=short')
  })

  test('one problem is reported in the singular', () => {
    expect(problems({ PORT: 'x' }).message).toBe(
      'A setting is wrong:\n  PORT=x: must be a whole number from 0 to 65535',
    )
  })

  test('settings that do not go together', () => {
    expect(problems({ ROLE: 'api' }).message).toContain('give DATABASE_URL')
    const shared = { ROLE: 'api', DATABASE_URL: 'postgres://db/x', DATA_DIR: folder() }
    const keyFile = join(shared.DATA_DIR, 'secret.key')
    expect(problems(shared).message).toContain(`SECRET_KEY: must be given where ROLE is, unless ${keyFile}`)
    // Replicas on one machine share the key that the first start made there.
    writeFileSync(keyFile, 'the key of this installation\n')
    expect(loadConfig(shared)).toMatchObject({ role: 'api', secretKey: null })
    rmSync(keyFile)
    expect(loadConfig({ ...shared, SECRET_KEY: '0123456789abcdef' }).role).toBe('api')
    expect(problems({ LEASE_SECONDS: '60' }).message).toContain('a whole number from 1 to 45')
    expect(problems({ SMTP_URL: 'smtp://mail' }).problems.map((p) => p.name)).toEqual([
      'MAIL_FROM',
      'PUBLIC_URL',
    ])
    const mail = { SMTP_URL: 'smtp://mail', MAIL_FROM: 'dam@example.vn' }
    expect(problems({ ...mail, PORT: 'x' }).message).toBe(
      '2 settings are wrong:\n  PORT=x: must be a whole number from 0 to 65535\n' +
        '  PUBLIC_URL: must be given where SMTP_URL is: the address that links in letters lead to',
    )
    expect(loadConfig({ ...mail, PUBLIC_URL: 'https://dam.example.vn' }).smtpUrl).toBe('smtp://mail')
    expect(problems({ DATABASE_DIRECT_URL: 'postgres://db/x' }).message).toContain('which is not given')
  })

  test.each(['0.0.0.0', '::', '10.1.2.3', 'dam.local'])('a demo on %s needs a chosen password', (host) => {
    expect(problems({ DEMO: '1', HOST: host }).message).toContain('ADMIN_PASSWORD')
    expect(loadConfig({ DEMO: '1', HOST: host, ADMIN_PASSWORD: 'chosen' }).host).toBe(host)
    expect(loadConfig({ DEMO: '0', HOST: host }).host).toBe(host)
    // Whether it is a demo may only be stored in the database.
    expect(demoRefusal(loadConfig({ HOST: host }))).toContain('ADMIN_PASSWORD')
  })

  test.each(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])('a demo on %s needs none', (host) => {
    expect(demoRefusal(loadConfig({ DEMO: '1', HOST: host }))).toBeNull()
  })

  test('an empty text counts as not set', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ', TLS: '' })).toEqual(loadConfig({}))
  })
})

describe('.env', () => {
  test('names, quotes and comments', () => {
    const text = [
      '\uFEFF# settings of the box',
      'PORT=9000 # the other one is taken',
      ' export HOST = ::1 ',
      'ADMIN_PASSWORD="a # b"',
      'SECRET_KEY=\'c "d" \\n\'',
      'A="one\\ntwo"',
      'EMPTY=',
      'URL=http://x/#part',
      '',
    ].join('\r\n')
    expect(parseEnv(text)).toEqual({
      PORT: '9000',
      HOST: '::1',
      ADMIN_PASSWORD: 'a # b',
      SECRET_KEY: 'c "d" \\n',
      A: 'one\ntwo',
      EMPTY: '',
      URL: 'http://x/#part',
    })
  })

  test('an invalid line is named', () => {
    expect(() => parseEnv('A=1\nwhat')).toThrow('.env line 2: not NAME=value')
    expect(() => parseEnv('A="1')).toThrow('not closed')
    expect(() => parseEnv("A='1' 2")).toThrow('after the closing quote')
  })

  test('the environment overrides the file; no file is no error', () => {
    const file = join(folder(), '.env')
    expect(readEnv(file, { PORT: '1' })).toEqual({ PORT: '1' })
    writeFileSync(file, 'PORT=2\nHOST=::1\n')
    expect(readEnv(file, { PORT: '1' })).toEqual({ PORT: '1', HOST: '::1' })
  })
})
