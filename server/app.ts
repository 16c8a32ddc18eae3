import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { operations } from '#contract/index.ts'
import { getConfig } from '#contract/config.ts'
import {
  createGuard,
  findIngestToken,
  serveAccounts,
  signedIn,
  tokenOf,
  DEMO_ACCOUNTS,
  SCREEN_PERMISSIONS,
} from './features/accounts/index.ts'
import { serveAudit } from './features/audit/index.ts'
import { serveBasic } from './features/basic/index.ts'
import { hideOldAddresses, serveCamera } from './features/camera/index.ts'
import { serveChartData } from './features/chart-data/index.ts'
import {
  serveCalculators,
  serveInputs,
  serveOnly,
  runEvents,
  serveOperation,
  previewEdit,
  servePreview,
  serveProgress,
  serveRuns,
  type TableDrafts,
} from './features/calculation/index.ts'
import {
  createViews,
  serveBasinRain,
  serveDashboard,
  serveVolumes,
  serveElectricalEnergy,
} from './features/dashboard/index.ts'
import { editEvents, serveEdits, type CalculationOf } from './features/edits/index.ts'
import { serveExplain } from './features/explain/index.ts'
import { serveFeed, startFeed } from './features/feed/index.ts'
import { inflowAhead, serveForecast } from './features/forecast/index.ts'
import { serveImports, type Worker } from './features/file-import/index.ts'
import { gateMoves, serveGateLog } from './features/gate-log/index.ts'
import { serveGeo } from './features/basin-geometry/index.ts'
import { createNotify } from './features/history/index.ts'
import { serveObserve } from './features/observe/index.ts'
import { createRows, serveOverview, startOverviewFeed, type OverviewFeed } from './features/overview/index.ts'
import { serveDescription, type Plants } from './features/plants/index.ts'
import { createDemoState, readPace, serveSetup, type DemoState } from './features/setup/index.ts'
import { serveRoles } from './features/roles/index.ts'
import { hiddenFrom, seesMoney, servePrice } from './features/price/index.ts'
import { servePublished } from './features/published/index.ts'
import {
  reportEvents,
  serveReportSchedules,
  type ReportSchedules,
} from './features/report-schedules/index.ts'
import {
  makeSheet,
  serveReport,
  serveSheets,
  type ReportJobs,
  type SheetDeps,
  type SheetFile,
  type SheetReader,
  type SheetRequest,
} from './features/report/index.ts'
import { serveQuality } from './features/quality/index.ts'
import { serveReadings } from './features/readings/index.ts'
import { serveStatistics } from './features/statistics/index.ts'
import { serveSensors } from './features/sensors/index.ts'
import { serveStations } from './features/stations/index.ts'
import { serveSettings } from './features/settings/index.ts'
import { serveShiftLog, shiftEntries } from './features/shift-log/index.ts'
import { createTimeline, serveTimeline } from './features/timeline/index.ts'
import { serveTables, withAgain, withUpload, withVersion } from './features/tables/index.ts'
import { createTokenUse, serveTokens } from './features/tokens/index.ts'
import { serveViews } from './features/views/index.ts'
import { createScreens, serveWall } from './features/wall/index.ts'
import { serveWeather } from './features/weather/index.ts'
import type { Tls } from './lib/certificate.ts'
import { pacedClock } from './lib/clock.ts'
import { createDisk, freeIn, type Disk, type FreeBytes } from './lib/disk.ts'
import { serveDocs } from './lib/docs.ts'
import type { ConnectionLimits } from './lib/connections.ts'
import { badRequest, Problem } from './lib/errors.ts'
import type { Feed } from './lib/feed.ts'
import { HEALTH, serveHealth } from './lib/health.ts'
import { createJobs, type Jobs } from './lib/jobs.ts'
import { createMail } from './lib/mail.ts'
import { createNotices } from './lib/notices.ts'
import type { Queue } from './lib/queue.ts'
import { digest } from './lib/secrets.ts'
import { createServe, type Caller } from './lib/serve.ts'
import type { Services } from './lib/services.ts'
import { builtEntry, createWeb, servePages, UNLIMITED } from './lib/web.ts'
import { createPipeline, type Deps } from './pipeline.ts'
import { schedule } from './schedule.ts'
import { VERSION } from './version.ts'

/** The built pages. */
const DIST = join(import.meta.dirname, '..', 'dist')

/** The running product, as started by main and by tests. */
export interface App extends Pick<Deps, 'plants' | 'history' | 'readings' | 'calculation' | 'quality'> {
  web: FastifyInstance
  services: Services
  imports: Worker
  /** The queue of recalculations and rollbacks. */
  runs: Queue
  /** Reports that are made in the background. */
  reports: ReportJobs
  /** Reports at set times. */
  schedules: ReportSchedules
  /** The queue that asks weather providers. */
  weather: Queue
  demo: DemoState
  feed: Feed
  /** The stream of all reservoirs of an account. */
  overview: OverviewFeed
  jobs: Jobs
  /** Makes a ready sheet, a copy of one or a template as a file. */
  makeSheet(who: SheetReader, request: SheetRequest): Promise<SheetFile>
  /** Resolves when no letter is being sent. */
  lettersSent(): Promise<void>
  /** Stops background work; the database stays open. */
  close(): Promise<void>
}

/** Composes the features. demo: whether the installation is a demo. */
export async function createApp(
  services: Services,
  options: {
    demo: boolean
    /** Where to listen for what other replicas change; absent: a single process. */
    url?: string
    /** Our own https. */
    tls?: Tls | null
    /** Free bytes on the disk of the database; absent: on that of DATA_DIR, where the database is embedded. */
    freeBytes?: FreeBytes
    checkAnswers?: boolean
    connections?: Partial<ConnectionLimits>
    /** Between two heartbeats of the streams, ms. */
    beatMs?: number
  },
): Promise<App> {
  const paced = options.demo ? pacedClock(services.clock) : null
  const s: Services = paced ? { ...services, clock: paced } : services
  // Who signs in lives by the real clock, and so do keys, tokens and the log: a demo's may run through a session in
  // minutes.
  const people = services
  if (paced) paced.pace = await readPace(s)
  await hideOldAddresses(s)
  const { web, gauges } = await createWeb(s, options.tls ?? null, options.connections)
  if (s.config.role === 'worker')
    web.addHook('onRequest', async ({ url }) => {
      if (!HEALTH.includes(url.split('?')[0])) throw new Problem(404, 'only_worker')
    })
  const demo = createDemoState(s, paced)
  // What pages take for the server's clock before the feed speaks.
  if (paced)
    web.addHook('onSend', async (_request, reply) => {
      if (paced.now() !== paced.real.now()) reply.header('date', new Date(paced.now()).toUTCString())
    })
  const direct = s.config.databaseDirectUrl !== null
  const notices = createNotices({ ...s, url: options.url ?? null, direct })
  const deps = createPipeline(s, notices)
  const { plants, history, readings, calculation, quality } = deps
  const screens = createScreens(people)
  const feed = startFeed(deps, screens, people, options.beatMs)
  const rows = createRows(s, { ...deps, notices })
  const overview = startOverviewFeed(deps, rows, people, options.beatMs)
  const jobs = createJobs(s)
  const notify = options.url ? createNotify({ ...s, notices, history }) : null
  const noteUse = createTokenUse(people)
  const hasAllPages = () => demo.on() || s.config.uiAllPages === 'always'
  const guard = createGuard(
    people,
    (secret, wanted) => ingestCaller(s, plants, noteUse, secret, wanted),
    screens,
    (endpoint) => !endpoint.notIn?.includes(s.config.edition) || hasAllPages(),
  )
  /** The caller by an ingest token, for any call. */
  const tokenCaller = async (request: FastifyRequest) => {
    const token = tokenOf(request)
    return token === null ? null : ingestCaller(s, plants, noteUse, token, (await plants.codes())[0] ?? null)
  }
  const { databaseUrl, dataDir, diskReserve: reserve } = s.config
  const embedded = databaseUrl === null ? freeIn(join(dataDir, 'postgres')) : async () => null
  const disk = createDisk({
    log: s.log,
    reserve,
    free: options.freeBytes ?? embedded,
    fresh: options.freeBytes && 0,
  })
  const serve = createServe(web, guard, {
    checkAnswers: options.checkAnswers ?? false,
    needRoom: disk.needRoom,
    hiddenFrom: hiddenFrom(deps.registry),
  })

  const mail = createMail(s.config)
  // Every page begins with it, and it costs less than a page.
  serve(getConfig, async () => publicConfig(s, plants, demo.on(), mail !== null, disk), UNLIMITED)
  const letters = await serveAccounts(web, serve, people, {
    placeOf: (code) => plants.plant(code),
    siteName: () => siteName(plants),
    mail,
  })
  serveRoles(serve, people)
  const { clock } = people
  serveAudit(serve, { ...deps, clock })
  serveTokens(serve, { ...deps, clock })
  serveWall(serve, {
    screens,
    placeOf: (code) => plants.plant(code),
    permissions: SCREEN_PERMISSIONS,
    endStreams: () => feed.beat(),
  })
  serveViews(serve, s)
  serveReadings(web, serve, deps)
  serveChartData(serve, deps)
  serveDescription(serve, deps)
  serveSensors(serve, deps)
  serveStations(serve, deps)
  serveObserve(serve, deps)
  serveBasic(serve, deps)
  serveSettings(serve, deps)
  serveCalculators(serve, deps)
  serveOnly(serve, deps)
  serveInputs(serve, deps)
  serveOperation(serve, deps)
  const tables: TableDrafts = {
    upload: (caller, d, change) => withUpload(s, plants, caller, d, change),
    version: (caller, d, change) => withVersion(plants, caller, d, change),
    again: (caller, d, change) => withAgain(s, plants, caller, d, change),
  }
  servePreview(serve, { ...deps, tables })
  const runs = serveRuns(serve, { ...deps, notices })
  serveProgress(serve, s)
  const viewOf = createViews(deps)
  serveExplain(serve, { ...deps, viewOf })
  serveTables(web, serve, deps)
  const calculationOf: CalculationOf = (hydro, series, { caller, ...o }) =>
    previewEdit(s, deps, hydro, series, { ...o, money: seesMoney(caller) })
  serveEdits(serve, { ...deps, calculationOf })
  serveDashboard(serve, { ...deps, ahead: inflowAhead })
  serveBasinRain(serve, deps)
  serveVolumes(serve, deps)
  const camera = serveCamera(serve, deps)
  serveElectricalEnergy(serve, deps)
  serveForecast(serve, deps)
  servePrice(serve, { ...deps, viewOf })
  servePublished(serve, deps)
  serveStatistics(web, serve, { ...deps, demo })
  serveQuality(serve, deps)
  serveGateLog(serve, deps)
  const sources = [gateMoves(deps), runEvents(s), editEvents(deps), shiftEntries(s), reportEvents(s)]
  const timeline = createTimeline(sources)
  const knownOf = async (caller: Pick<Caller, 'hydro' | 'language'>, at: string | number) =>
    (await viewOf(caller, at)).at
  serveTimeline(serve, { ...deps, sources, timeline, knownOf })
  const sheets: SheetDeps = { ...deps, demo, timeline }
  const reports = serveReport(serve, { ...deps, demo, notices })
  serveSheets(web, serve, sheets)
  const schedules = serveReportSchedules(serve, { ...sheets, mail, notices })
  serveShiftLog(serve, { ...deps, timeline, people })
  const imports = serveImports(web, serve, { ...deps, notices, disk })
  serveSetup(web, serve, { ...deps, demo })
  const weather = serveWeather(web, serve, { ...deps, demo, notices })
  serveGeo(web, serve, deps)
  serveFeed(serve, feed)
  serveOverview(serve, { ...deps, rows, feed: overview, people })
  serveHealth(web, s, {
    jobs,
    disk,
    gauges: () => ({
      forebay_feed_streams: feed.streams(),
      forebay_overview_streams: overview.streams(),
      forebay_feed_reservoirs: feed.channels(),
      ...gauges(),
      ...readings.gauges(),
    }),
    mayRead: async (request) => (await tokenCaller(request))?.scopes.includes('read') ?? false,
  })
  const isSignedIn = signedIn(people)
  await serveDocs(web, operations, VERSION, async (request, by) => {
    if (await isSignedIn(request)) return true
    const token = by === 'either' ? tokenOf(request) : null
    if (token === null) return false
    return (await isSignedIn(request, token)) || (await tokenCaller(request)) !== null
  })
  await servePages(web, DIST)

  await notices.start()
  notify?.start()

  schedule(jobs, { ...deps, people, demo, imports, runs, reports, schedules, weather, disk })

  return {
    web,
    services: s,
    plants,
    history,
    readings,
    calculation,
    quality,
    imports,
    runs,
    reports,
    schedules,
    weather,
    demo,
    feed,
    overview,
    jobs,
    makeSheet: (who, request) => makeSheet(sheets, who, request),
    lettersSent: letters.idle,
    async close() {
      feed.close()
      overview.close()
      camera.close()
      await imports.close()
      await runs.close()
      await reports.close()
      await schedules.close()
      await weather.close()
      await web.close()
      await letters.idle()
      mail?.close()
      await jobs.stop()
      await readings.close()
      await notify?.close()
      await notices.close()
      await history.close()
    },
  }
}

/**
 * The caller by an ingest token. INGEST_TOKEN from the settings is valid for every reservoir; tokens that were created
 * in the product, for one each. wanted: the reservoir that the call names. @throws Problem 400 where there are several
 * reservoirs and the call names none
 */
async function ingestCaller(
  s: Services,
  plants: Plants,
  noteUse: (tokenId: string) => Promise<void>,
  secret: string,
  wanted: string | null,
): Promise<Caller | null> {
  if (s.config.ingestToken === null || digest(secret) !== digest(s.config.ingestToken)) {
    const caller = await findIngestToken(s, secret)
    if (caller?.tokenId) await noteUse(caller.tokenId)
    return caller
  }
  const codes = await plants.codes()
  if (wanted === null && codes.length > 1) throw badRequest('hydro_required')
  const hydro = codes.find((code) => code === wanted) ?? codes[0]
  return {
    actor: 'token:settings',
    accountId: null,
    sessionId: null,
    tokenId: 'settings',
    hydro: hydro ?? '',
    permissions: [],
    series: null,
    scopes: ['write', 'read', 'describe'],
    language: 'vi',
    address: '',
  }
}

async function publicConfig(s: Services, plants: Plants, demo: boolean, mail: boolean, disk: Disk) {
  const { config } = s
  return {
    version: VERSION,
    build: await builtEntry(DIST),
    edition: config.edition,
    demo,
    demo_accounts: demo ? DEMO_ACCOUNTS : [],
    registration: config.registration,
    mail,
    account_layout: config.accountLayout,
    manual_url: config.manualUrl,
    camera: config.cameraPath !== null,
    language_selector: demo || config.uiLanguageSelector === 'always' || config.edition !== 'LITE',
    theme_toggle: demo || config.uiThemeToggle === 'always',
    all_pages: demo || config.uiAllPages === 'always',
    site_name: await siteName(plants),
    disk_full: (await disk.look()).full,
  }
}

/** The name of the only reservoir; where there are several, an account sees only the names of its own. */
async function siteName(plants: Plants): Promise<string> {
  const codes = await plants.codes()
  return codes.length === 1 ? (await plants.plant(codes[0])).name : 'Forebay'
}
