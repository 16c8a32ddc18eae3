import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { OWN_PATH } from '#contract/pages.ts'
import { EDITIONS, type Edition } from '#contract/endpoint.ts'
import { secretKeyFile } from './secrets.ts'
import { SettingReader, type Env, type SettingProblem } from './settings.ts'

/** Every setting, parsed once. null: not set. */
export interface Config {
  host: string
  /** 0: any free port. */
  port: number
  /** Absolute. */
  dataDir: string
  /** Bytes of the embedded database's disk that stay free: below, no readings are accepted. */
  diskReserve: number
  /** Account of the embedded server when this program is root. */
  dataUser: string | null
  /** null: the embedded server in dataDir. */
  databaseUrl: string | null
  /** A session connection, where databaseUrl is a transaction pooler. */
  databaseDirectUrl: string | null
  edition: Edition
  /** null: as stored in the database; 1 when the embedded database is being created. */
  demo: boolean | null
  adminPassword: string | null
  plantTimeZone: string
  ingestToken: string | null
  serviceUsername: string | null
  servicePassword: string | null
  expertAccounts: string[]
  secretKey: string | null
  /** scheme://host[:port] without a slash at its end. */
  publicUrl: string | null
  /** Number of hops, or addresses of the proxies. */
  trustProxy: number | string[] | null
  /** Absolute paths of readable files. */
  tlsCert: string | null
  tlsKey: string | null
  tls: 'self' | null
  smtpUrl: string | null
  mailFrom: string | null
  registration: boolean
  accountLayout: 1 | 2
  manualUrl: string
  cameraPath: string | null
  /** Most concurrent viewers of cameras, in all and per account. */
  cameraStreams: number
  cameraStreamsPerAccount: number
  /** Origins from which maps may load tiles, besides this one. */
  mapTileHosts: string[]
  /** null: by edition. */
  uiLanguageSelector: 'always' | null
  uiThemeToggle: 'always' | null
  uiAllPages: 'always' | null
  /** api: answers calls; worker: does the background work; all: both. */
  role: 'all' | 'api' | 'worker'
  /** ms without a sign of life after which another replica takes over what one was doing. */
  lease: number
  plantProtocol: 'http'
  allowPrivateTargets: boolean
  logLevel: (typeof LOG_LEVELS)[number]
}

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** All faults of the settings, one line each. */
export class ConfigError extends Error {
  override name = 'ConfigError'
  readonly problems: readonly SettingProblem[]
  constructor(problems: readonly SettingProblem[]) {
    const lines = problems.map((p) => `  ${p.name}${p.given === null ? '' : `=${p.given}`}: ${p.message}`)
    super(
      `${problems.length === 1 ? 'A setting is' : `${problems.length} settings are`} wrong:\n${lines.join('\n')}`,
    )
    this.problems = problems
  }
}

/** Reads origins, separated by commas: https://tiles.example.vn */
function origins(r: SettingReader, name: string): string[] {
  const isOrigin = (t: string) => /^https?:\/\/[^/\s;,'"]+$/.test(t) && URL.canParse(t)
  const all = r.list(name)
  if (all.every(isOrigin)) return all
  r.wrong(name, 'must be origins such as https://tiles.example.vn, comma-separated, with nothing after them')
  return []
}

/** Throws ConfigError with every problem at once. */
export function loadConfig(env: Env): Config {
  const r = new SettingReader(env)
  const config: Config = {
    host: r.text('HOST', 'an IP address or a host name', isHost) ?? '127.0.0.1',
    port: r.whole('PORT', 0, 65_535) ?? 8080,
    dataDir: dataDir(r),
    diskReserve: (r.whole('DISK_RESERVE', 0, 1_000_000) ?? 512) * 1024 * 1024,
    dataUser: r.text('DATA_USER', 'the name of an account', (name) => /^[a-z_][a-z0-9_-]{0,31}$/.test(name)),
    databaseUrl: r.url('DATABASE_URL', ['postgres', 'postgresql']),
    databaseDirectUrl: r.url('DATABASE_DIRECT_URL', ['postgres', 'postgresql']),
    edition: r.oneOf('EDITION', EDITIONS) ?? 'ADVANCE',
    demo: r.flag('DEMO'),
    adminPassword: r.secret('ADMIN_PASSWORD'),
    plantTimeZone:
      r.text('PLANT_TIME_ZONE', 'an IANA zone such as Asia/Ho_Chi_Minh', isZone) ?? 'Asia/Ho_Chi_Minh',
    ingestToken: r.secret('INGEST_TOKEN', 'a text without spaces', (text) => !/\s/.test(text)),
    serviceUsername: r.text('SERVICE_USERNAME'),
    servicePassword: r.secret('SERVICE_PASSWORD'),
    expertAccounts: r.list('EXPERT_ACCOUNTS'),
    secretKey: r.secret('SECRET_KEY', 'at least 16 characters', (text) => text.length >= 16),
    publicUrl: r.origin('PUBLIC_URL'),
    trustProxy: proxies(r),
    tlsCert: file(r, 'TLS_CERT'),
    tlsKey: file(r, 'TLS_KEY'),
    tls: r.oneOf('TLS', ['self']),
    smtpUrl: r.url('SMTP_URL', ['smtp', 'smtps']),
    mailFrom: r.text('MAIL_FROM', 'an e-mail address, such as Forebay <forebay@example.vn>', isMailbox),
    registration: r.flag('REGISTRATION') ?? true,
    accountLayout: r.oneOf('ACCOUNT_LAYOUT', ['1', '2']) === '2' ? 2 : 1,
    manualUrl: r.text('MANUAL_URL', LINK, isLink) ?? '/manual',
    // Secret: addresses of cameras contain passwords.
    cameraPath:
      r
        .secret('CAMERA_PATH', `${LINK} of a snapshot or MJPEG (RTSP cannot be shown)`, (text) =>
          isLink(text.trim()),
        )
        ?.trim() ?? null,
    cameraStreams: r.whole('CAMERA_STREAMS', 1, 10_000) ?? 100,
    cameraStreamsPerAccount: r.whole('CAMERA_STREAMS_PER_ACCOUNT', 1, 10_000) ?? 10,
    mapTileHosts: origins(r, 'MAP_TILE_HOSTS'),
    uiLanguageSelector: r.oneOf('UI_LANGUAGE_SELECTOR', ['always']),
    uiThemeToggle: r.oneOf('UI_THEME_TOGGLE', ['always']),
    uiAllPages: r.oneOf('UI_ALL_PAGES', ['always']),
    role: r.oneOf('ROLE', ['all', 'api', 'worker']) ?? 'all',
    lease: (r.whole('LEASE_SECONDS', 1, 45) ?? 20) * 1000,
    plantProtocol: r.oneOf('PLANT_PROTOCOL', ['http']) ?? 'http',
    allowPrivateTargets: r.flag('ALLOW_PRIVATE_TARGETS') ?? false,
    logLevel: r.oneOf('LOG_LEVEL', LOG_LEVELS) ?? 'info',
  }
  together(r, config)
  if (r.problems.length > 0) throw new ConfigError(r.problems)
  return config
}

/** Checks settings that depend on each other. */
function together(r: SettingReader, config: Config): void {
  r.both('SERVICE_USERNAME', 'SERVICE_PASSWORD')
  r.both('TLS_CERT', 'TLS_KEY')
  if (r.given('TLS') && r.given('TLS_CERT'))
    r.wrong('TLS', 'give either TLS=self or TLS_CERT and TLS_KEY, not both')
  if (r.given('SMTP_URL') && !r.given('MAIL_FROM'))
    r.wrong('MAIL_FROM', 'must be given where SMTP_URL is: the sender')
  // Links in letters must lead here from anywhere, and must not follow the Host header of a request.
  if (r.given('SMTP_URL') && !r.given('PUBLIC_URL'))
    r.wrong('PUBLIC_URL', 'must be given where SMTP_URL is: the address that links in letters lead to')
  if (r.given('DATABASE_DIRECT_URL') && !r.given('DATABASE_URL'))
    r.wrong('DATABASE_DIRECT_URL', 'goes with DATABASE_URL, which is not given')
  if (config.role !== 'all' && !r.given('DATABASE_URL'))
    r.wrong('ROLE', 'several processes need a database of their own: give DATABASE_URL, or leave ROLE at all')
  else if (config.role !== 'all' && config.secretKey === null && !r.given('SECRET_KEY')) {
    // Processes that share a folder share the key in it. Another key could not open what is sealed with that one.
    const file = secretKeyFile(config.dataDir)
    if (!existsSync(file))
      r.wrong(
        'SECRET_KEY',
        `must be given where ROLE is, unless ${file} is there: with different keys, replicas refuse the sessions of ` +
          'others. Where an installation has run without it, give the content of its DATA_DIR/secret.key: what is ' +
          'stored is sealed with that key',
      )
  }
  const refusal = config.demo === true ? demoRefusal(config) : null
  if (refusal) r.wrong('HOST', refusal)
}

/** Refuses kernel file systems, which hold no folders. */
function dataDir(r: SettingReader): string {
  return resolve(
    r.text('DATA_DIR', 'a folder on a disk', (text) => !/^\/(proc|sys|dev)(\/|$)/.test(resolve(text))) ??
      './var',
  )
}

/**
 * Why a demo may not listen on its host; null: it may. Its accounts share a password that is printed, so beyond this
 * machine it needs a chosen one. To be checked again once the database has said whether it is a demo.
 */
export function demoRefusal(config: Pick<Config, 'host' | 'adminPassword'>): string | null {
  if (isLoopback(config.host) || config.adminPassword !== null) return null
  return 'a demo listens on this machine only (127.0.0.1, ::1, localhost) unless ADMIN_PASSWORD is set; DEMO=0 turns the demo off'
}

function isLoopback(host: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(host) || host === '::1' || host.toLowerCase() === 'localhost'
}

const LINK = 'a path that begins with /, or an http(s) address'

function isLink(text: string): boolean {
  if (OWN_PATH.test(text)) return true
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

function isHost(text: string): boolean {
  return (
    isIP(text) !== 0 ||
    (!/^[\d.]+$/.test(text) && /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/i.test(text))
  )
}

function isZone(text: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return !/^[+-]/.test(text)
  } catch {
    return false
  }
}

function isMailbox(text: string): boolean {
  return /^([^<>\r\n]*<)?[^\s<>@]+@[^\s<>@]+>?$/.test(text) && text.includes('<') === text.endsWith('>')
}

const PROXY_RANGES = ['loopback', 'linklocal', 'uniquelocal']

function proxies(r: SettingReader): number | string[] | null {
  const allowed = 'the number of proxies in front (1 to 9), or their addresses or ranges, comma-separated'
  const isProxy = (text: string) => {
    const [address, bits, more] = text.split('/')
    const family = isIP(address)
    if (bits === undefined) return family !== 0 || PROXY_RANGES.includes(text)
    return (
      family !== 0 && more === undefined && /^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
    )
  }
  const split = (text: string) => text.split(',').map((part) => part.trim())
  const text = r.text('TRUST_PROXY', allowed, (t) => /^[0-9]$/.test(t) || split(t).every(isProxy))
  if (text === null || text === '0') return null
  return /^[1-9]$/.test(text) ? Number(text) : split(text)
}

function file(r: SettingReader, name: string): string | null {
  const path = r.text(name, 'a file that this process can read', (text) => {
    try {
      accessSync(text, constants.R_OK)
      return readFileSync(text).length > 0
    } catch {
      return false
    }
  })
  return path === null ? null : resolve(path)
}
