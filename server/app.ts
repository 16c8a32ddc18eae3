import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { allEndpoints } from '#contract/index.ts'
import { getConfig } from '#contract/config.ts'
import {
  createGuard,
  findIngestToken,
  prune,
  serveAccounts,
  signedIn,
  DEMO_ACCOUNTS,
  SCREEN_PERMISSIONS,
} from './features/accounts/index.ts'
import { serveAudit } from './features/audit/index.ts'
import { serveBasic } from './features/basic/index.ts'
import { hideOldAddresses, serveCamera } from './features/camera/index.ts'
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
  type Calculation,
} from './features/calculation/index.ts'
import {
  createViews,
  serveBasinRain,
  serveDashboard,
  serveElectricalEnergy,
} from './features/dashboard/index.ts'
import { editEvents, serveEdits } from './features/edits/index.ts'
import { serveExplain } from './features/explain/index.ts'
import { serveFeed, startFeed } from './features/feed/index.ts'
import { inflowAhead, serveForecast } from './features/forecast/index.ts'
import { serveImports, type Worker } from './features/imports/index.ts'
import { gateMoves, serveGateLog } from './features/gate-log/index.ts'
import { serveGeo } from './features/geo/index.ts'
import { createNotify, type History } from './features/history/index.ts'
import { serveObserve } from './features/observe/index.ts'
import { serveDescription, type Plants } from './features/plants/index.ts'
import { createDemoMark, removeDemoPlant, serveSetup, type DemoMark } from './features/setup/index.ts'
import { serveRoles } from './features/roles/index.ts'
import { serveQuality, type Quality } from './features/quality/index.ts'
import { serveReadings, type Readings } from './features/readings/index.ts'
import { serveSensors } from './features/sensors/index.ts'
import { serveStations } from './features/stations/index.ts'
import { serveSettings } from './features/settings/index.ts'
import { serveShiftLog, shiftEntries } from './features/shift-log/index.ts'
import { createTimeline, serveTimeline } from './features/timeline/index.ts'
import { pruneUploads, serveTables, withAgain, withUpload, withVersion } from './features/tables/index.ts'
import { createTokenUse, serveTokens } from './features/tokens/index.ts'
import { serveViews } from './features/views/index.ts'
import { createScreens, serveWall } from './features/wall/index.ts'
import type { Tls } from './lib/certificate.ts'
import { serveDocs } from './lib/docs.ts'
import type { Feed } from './lib/feed.ts'
import { serveHealth } from './lib/health.ts'
import { createJobs, type Jobs } from './lib/jobs.ts'
import { createMail } from './lib/mail.ts'
import { createNotices } from './lib/notices.ts'
import type { Queue } from './lib/queue.ts'
import { digest } from './lib/secrets.ts'
import { createServe, type Caller } from './lib/serve.ts'
import type { Services } from './lib/services.ts'
import { builtEntry, createWeb, servePages } from './lib/web.ts'
import { VERSION } from './version.ts'
import { createWorks } from './works.ts'

/** The built pages. */
const DIST = join(import.meta.dirname, '..', 'dist')

/** The running product: what main starts and stops, and what tests hold. */
export interface App {
  web: FastifyInstance
  services: Services
  plants: Plants
  history: History
  readings: Readings
  calculation: Calculation
  quality: Quality
  imports: Worker
  /** Recalculations and what takes them back. */
  runs: Queue
  demo: DemoMark
  feed: Feed
  jobs: Jobs
  /** Settles when no letter is under way. */
  lettersSent(): Promise<void>
  /** Stops what runs by itself; the database stays open. */
  close(): Promise<void>
}

/** Where features meet. demo: whether the installation is a demo. */
export async function createApp(
  s: Services,
  options: {
    demo: boolean
    /** Address of a session connection, over which replicas tell each other what changed; without: alone. */
    url?: string
    /** Our own https. */
    tls?: Tls | null
    checkAnswers?: boolean
  },
): Promise<App> {
  await hideOldAddresses(s)
  const web = await createWeb(s, options.tls ?? null)
  const demo = createDemoMark(s, options.demo)
  const { plants, layers, history, readings, reviews, quality, calculation } = createWorks(s)
  const screens = createScreens(s)
  const feed = startFeed(s, history, screens)
  const jobs = createJobs(s)
  const notices = createNotices({ ...s, url: options.url ?? null })
  const notify = options.url ? createNotify({ ...s, notices, history }) : null
  const noteUse = createTokenUse(s)
  const guard = createGuard(s, (secret) => ingestCaller(s, plants, noteUse, secret), screens)
  const serve = createServe(web, guard, { checkAnswers: options.checkAnswers ?? false })

  const mail = createMail(s.config)
  serve(getConfig, async () => publicConfig(s, plants, demo.on(), mail !== null))
  const people = await serveAccounts(web, serve, s, {
    placeOf: (code) => plants.plant(code),
    siteName: () => siteName(plants),
    mail,
  })
  serveRoles(serve, s)
  serveAudit(serve, s, plants.zone)
  serveTokens(serve, s, readings.registry)
  serveWall(serve, {
    screens,
    placeOf: (code) => plants.plant(code),
    permissions: SCREEN_PERMISSIONS,
    endStreams: () => feed.beat(),
  })
  serveViews(serve, s)
  serveReadings(web, serve, s, readings)
  serveDescription(serve, s, { plants, registry: readings.registry })
  serveSensors(serve, s, { plants, history, registry: readings.registry })
  serveStations(serve, s, { plants, history, registry: readings.registry })
  serveObserve(serve, s, { plants, history, registry: readings.registry })
  serveBasic(serve, s, { plants, registry: readings.registry })
  serveSettings(serve, s, { plants, history, registry: readings.registry })
  serveCalculators(serve, s, { plants, history })
  serveOnly(serve, s, { plants, history, readings })
  serveInputs(serve, s, { plants, history, readings })
  serveOperation(serve, s, { plants, history })
  servePreview(serve, s, {
    plants,
    history,
    readings,
    reviews,
    tables: {
      upload: (caller, d, change, where) => withUpload(s, plants, caller, d, change, where),
      version: (caller, d, change, where) => withVersion(plants, caller, d, change, where),
      again: (caller, d, change, where) => withAgain(s, plants, caller, d, change, where),
    },
  })
  const runs = serveRuns(serve, s, { plants, history, readings, calculation, reviews, notices })
  serveProgress(serve, s)
  serveExplain(serve, s, { plants, history, readings, layers })
  serveTables(web, serve, s, plants)
  serveEdits(serve, s, {
    plants,
    history,
    registry: readings.registry,
    calculation,
    calculationOf: (hydro, series, o) =>
      previewEdit(s, { plants, history, readings, reviews }, hydro, series, o),
  })
  serveDashboard(serve, s, { plants, history, ahead: inflowAhead })
  serveBasinRain(serve, s, { plants, history })
  const camera = serveCamera(serve, s, plants)
  serveElectricalEnergy(serve, s, { plants, history, registry: readings.registry })
  serveForecast(serve, s, { plants, history })
  serveQuality(serve, s, { plants, history, registry: readings.registry })
  serveGateLog(serve, s, { plants, history, registry: readings.registry, reviews })
  const events = [
    gateMoves(s, { plants, history, registry: readings.registry }),
    runEvents(s),
    editEvents(s, readings.registry),
    shiftEntries(s),
  ]
  const timeline = createTimeline(events)
  const views = createViews(s, plants, history)
  const knownOf = async (caller: Pick<Caller, 'hydro' | 'language'>, at: string | number) =>
    (await views(caller, at)).at
  serveTimeline(serve, s, { plants, sources: events, timeline, knownOf })
  serveShiftLog(serve, s, { plants, history, registry: readings.registry, timeline })
  const imports = serveImports(web, serve, s, { plants, readings, calculation, notices })
  serveSetup(web, serve, s, { plants, registry: readings.registry, demo })
  serveGeo(web, serve, s, plants)
  serveFeed(serve, feed)
  serveHealth(web, s, jobs, () => ({ forebay_feed_streams: feed.streams(), ...readings.gauges() }))
  await serveDocs(web, allEndpoints, VERSION, signedIn(s))
  await servePages(web, DIST)

  await notices.start()
  notify?.start()

  // Readers settle what they look at themselves; this is for the rest.
  jobs.every('bins', 5000, () => history.settleBins())
  jobs.every('people', 60 * 60_000, () => prune(s))
  jobs.every('uploads', 60 * 60_000, () => pruneUploads(s))
  jobs.every('pack', 10 * 60_000, () => history.pack())
  jobs.every('what was replaced long ago', 24 * 60 * 60_000, () => history.prune())
  jobs.every('demo', 5000, async () => {
    await demo.check()
    await removeDemoPlant(s, plants)
  })
  jobs.every('silences', 60_000, () => quality.look())
  jobs.every('abandoned uploads', 60 * 60_000, () => imports.prune())
  jobs.loop('calculation', (signal) => calculation.run(signal))
  for (const queue of [imports, runs]) jobs.loop(queue.name, (signal) => queue.run(signal))

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
    demo,
    feed,
    jobs,
    lettersSent: people.idle,
    async close() {
      feed.close()
      camera.close()
      await imports.close()
      await runs.close()
      await web.close()
      await people.idle()
      mail?.close()
      await jobs.stop()
      await readings.close()
      await notify?.close()
      await notices.close()
      await history.close()
    },
  }
}

/** INGEST_TOKEN from the settings opens everything of the first reservoir; others are the ones made in the product. */
async function ingestCaller(
  s: Services,
  plants: Plants,
  noteUse: (tokenId: string) => Promise<void>,
  secret: string,
): Promise<Caller | null> {
  if (s.config.ingestToken === null || digest(secret) !== digest(s.config.ingestToken)) {
    const caller = await findIngestToken(s, secret)
    if (caller?.tokenId) await noteUse(caller.tokenId)
    return caller
  }
  const [hydro] = await plants.codes()
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

async function publicConfig(s: Services, plants: Plants, demo: boolean, mail: boolean) {
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
  }
}

async function siteName(plants: Plants): Promise<string> {
  const [first] = await plants.codes()
  return first ? (await plants.plant(first)).name : 'Forebay'
}
