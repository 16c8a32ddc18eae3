/** Every endpoint of the product, by name: served by the server, listed by OpenAPI, called by tests. */
import * as accounts from './accounts.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as basic from './basic.ts'
import * as basinRain from './basin-rain.ts'
import * as changes from './changes.ts'
import * as calculation from './calculation.ts'
import * as calculators from './calculators.ts'
import * as camera from './camera.ts'
import * as config from './config.ts'
import * as dashboard from './dashboard.ts'
import * as edits from './edits.ts'
import * as erlogs from './erlogs.ts'
import * as explain from './explain.ts'
import * as feed from './feed.ts'
import * as forecast from './forecast.ts'
import * as gateLog from './gate-log.ts'
import * as geo from './geo.ts'
import * as handover from './handover.ts'
import * as imports from './imports.ts'
import { ITEMS, type ItemNoun } from './items.ts'
import * as observe from './observe.ts'
import * as outputPlan from './output-plan.ts'
import * as overview from './overview.ts'
import * as preview from './preview.ts'
import * as price from './price.ts'
import * as priceFiles from './price-files.ts'
import * as revenue from './revenue.ts'
import * as published from './published.ts'
import * as quality from './quality.ts'
import * as readings from './readings.ts'
import * as registration from './registration.ts'
import * as report from './report.ts'
import * as sheets from './sheets.ts'
import * as reportJobs from './report-jobs.ts'
import * as reportSchedules from './report-schedules.ts'
import * as roles from './roles.ts'
import * as sensors from './sensors.ts'
import * as sessions from './sessions.ts'
import * as setup from './setup.ts'
import * as demoWeather from './demo-weather.ts'
import * as shiftLog from './shift-log.ts'
import * as stations from './stations.ts'
import * as settings from './settings.ts'
import * as statistics from './statistics.ts'
import * as tables from './tables.ts'
import * as tableRatings from './tables/ratings.ts'
import * as tableUploads from './tables/uploads.ts'
import * as timeline from './timeline.ts'
import * as tokens from './tokens.ts'
import * as views from './views.ts'
import * as volumes from './volumes.ts'
import * as wall from './wall.ts'
import * as waterValue from './water-value.ts'
import * as weather from './weather.ts'
import type { Endpoint } from './endpoint.ts'

/** Calls of one noun of the description, by the names of their operations. */
function itemOperations(noun: string, calls: (typeof ITEMS)[ItemNoun]): Record<string, Endpoint> {
  const Noun = noun[0].toUpperCase() + noun.slice(1)
  return {
    [`list${Noun}Items`]: calls.list,
    [`list${Noun}ItemVersions`]: calls.history,
    [`add${Noun}Item`]: calls.add,
    [`change${Noun}Item`]: calls.change,
    [`retire${Noun}Item`]: calls.retire,
  }
}

function endpoints(...modules: object[]): [string, Endpoint][] {
  return modules.flatMap((m) =>
    Object.entries(m).filter(
      (entry): entry is [string, Endpoint] =>
        typeof entry[1] === 'object' &&
        entry[1] !== null &&
        'base' in entry[1] &&
        'path' in entry[1] &&
        'access' in entry[1],
    ),
  )
}

/** Every endpoint by the name of its operation, which is the name of its export and that in generated clients. */
export const operations: ReadonlyMap<string, Endpoint> = new Map(
  endpoints(
    accounts,
    audit,
    auth,
    basic,
    basinRain,
    calculation,
    calculators,
    camera,
    changes,
    config,
    dashboard,
    edits,
    erlogs,
    explain,
    feed,
    forecast,
    gateLog,
    geo,
    handover,
    imports,
    ...Object.entries(ITEMS).map(([noun, calls]) => itemOperations(noun, calls)),
    observe,
    outputPlan,
    overview,
    preview,
    price,
    priceFiles,
    revenue,
    published,
    quality,
    readings,
    registration,
    report,
    sheets,
    reportJobs,
    reportSchedules,
    roles,
    sensors,
    sessions,
    setup,
    demoWeather,
    shiftLog,
    settings,
    stations,
    statistics,
    tables,
    tableRatings,
    tableUploads,
    timeline,
    tokens,
    views,
    volumes,
    wall,
    waterValue,
    weather,
  ),
)
