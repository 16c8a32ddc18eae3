import type { z } from 'zod'
import * as contract from '#contract/weather.ts'
import type { Language } from '#contract/messages.ts'
import { record } from '#server/features/audit/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import { conflict, refuseField } from '#server/lib/errors.ts'
import type { Queue } from '#server/lib/queue.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { problemWords } from './outlook.ts'
import { geographyAt, type Geography } from './places.ts'
import { WeatherProblem } from './problem.ts'
import type { Ask, Fetched, Provider } from './provider.ts'
import { putSource, readSource, type ProviderRow, type SourceSettings } from './store.ts'
import { openKey } from './worker.ts'

/** Until something is set: the free service, which is asked only once somebody switches it on. */
const DEFAULTS: SourceSettings = {
  address: 'https://api.open-meteo.com',
  ensemble_address: 'https://ensemble-api.open-meteo.com',
  previous_address: 'https://previous-runs-api.open-meteo.com',
  models: ['ecmwf_ifs025', 'gfs_global', 'icon_global'],
  ensemble_models: ['ecmwf_ifs025'],
  every_hours: 3,
}

/** ms that each part of a test may take: a page waits a minute. */
const TEST_TIMEOUT = 20_000

/** The provider that is asked: read, changed, tried. */
export function serveWeatherSource(
  serve: Serve,
  s: Services & { plants: Plants },
  { provider, queue }: { provider: Provider; queue: Queue },
): void {
  const shown = async (hydro: string): Promise<contract.WeatherSource> => {
    const row = await readSource(s.db.pool, hydro)
    const geography = geographyAt(await s.plants.fresh(hydro), s.clock.now())
    const places = geography?.places ?? []
    const count = (kind: string) => places.filter((p) => p.id.startsWith(kind)).length
    return {
      version: row?.version ?? 0,
      enabled: row?.enabled ?? false,
      ...(row?.settings ?? DEFAULTS),
      key: row ? maskedKey(s, row) : null,
      attribution: provider.attribution,
      link: provider.link,
      places: { grid: count('cell:'), stations: count('station:'), left_out: geography?.leftOut ?? 0 },
    }
  }

  serve(contract.getWeatherSource, ({ caller }) => shown(caller.hydro))

  serve(contract.setWeatherSource, async ({ body, caller }) => {
    const { hydro } = caller
    const { version, reason = null, enabled, key, ...settings } = body
    checkAddresses(body, caller.language)
    await s.db.tx(async (c) => {
      const held = await readSource(c, hydro, true)
      if ((held?.version ?? 0) !== version) throw conflict()
      const keySealed = keyAfter(s, held, body, caller.language)
      const now = s.clock.now()
      const source = { enabled, settings, keySealed, expected: version }
      if (!(await putSource(c, hydro, source, caller.actor, now))) throw conflict()
      const told = (on: boolean, of: SourceSettings, sealed: string | null) => ({
        enabled: on,
        ...of,
        key: sealed === null ? null : '***',
      })
      await record(c, now, caller, {
        act: held ? 'update' : 'add',
        noun: 'weather provider',
        item: provider.id,
        before: held && told(held.enabled, held.settings, held.key_sealed),
        after: { ...told(enabled, settings, keySealed), ...(key !== undefined && { key_changed: true }) },
        reason,
      })
    })
    queue.wake(hydro)
    return shown(hydro)
  })

  serve(contract.testWeatherSource, async ({ body, caller }) => {
    const { hydro, language } = caller
    checkAddresses(body, language)
    const sealed = keyAfter(s, await readSource(s.db.pool, hydro), body, language)
    const geography = geographyAt(await s.plants.fresh(hydro), s.clock.now())
    const one = async (part: 'forecast' | 'ensemble' | 'previous', run: () => Promise<Fetched[]>) => {
      const begun = performance.now()
      try {
        const found = await run()
        if (found.length === 0) throw new WeatherProblem('weather_empty')
        return { part, problem: null, ms: since(begun), models: modelsIn(found) }
      } catch (error) {
        if (!(error instanceof WeatherProblem)) throw error
        return { part, problem: problemWords(error, language), ms: since(begun), models: [] }
      }
    }
    const asked = (address: string): Ask => ({
      address,
      key: openKey(s, { key_sealed: sealed }),
      places: damOf(geography),
      now: s.clock.now(),
      allowed: s.config.allowPrivateTargets,
      timeout: TEST_TIMEOUT,
      signal: new AbortController().signal,
    })
    const { address, ensemble_address, previous_address, models, ensemble_models } = body
    return {
      parts: await Promise.all([
        one('forecast', () => provider.forecast(asked(address), models, 1)),
        ...(ensemble_address !== '' && ensemble_models.length > 0
          ? [one('ensemble', () => provider.ensemble(asked(ensemble_address), ensemble_models, 1))]
          : []),
        ...(previous_address !== ''
          ? [one('previous', () => provider.previous(asked(previous_address), models[0], 1))]
          : []),
      ]),
    }
  })
}

const since = (begun: number) => Math.round(performance.now() - begun)

function damOf(geography: Geography | null) {
  const dam = geography?.places.filter((p) => p.id === 'dam') ?? []
  if (dam.length === 0) throw new WeatherProblem('weather_no_place')
  return dam
}

function modelsIn(found: readonly Fetched[]) {
  return [...new Set(found.map((f) => f.model))].map((model) => {
    const of = found.filter((f) => f.model === model)
    const members = new Set(of.flatMap((f) => f.columns.map((c) => c.member)).filter((m) => m >= 0))
    return { model, hours: Math.max(...of.map((f) => f.n)), members: members.size }
  })
}

type Body = z.output<typeof contract.weatherSourceBody>

/** @throws Problem at an address that is none: 1.2.3.4.5, or a port beyond the last */
function checkAddresses(body: Body, language: Language): void {
  for (const path of ['address', 'ensemble_address', 'previous_address'] as const)
    if (body[path] !== '' && !URL.canParse(body[path]))
      throw refuseField(language, path, 'weather_address_rule', {}, { as: 'invalid_body' })
}

const hostsOf = ({ address, ensemble_address, previous_address }: SourceSettings | Body) =>
  [address, ensemble_address, previous_address].filter((a) => a !== '').map((a) => new URL(a).origin)

/**
 * The sealed key that holds with new settings. A kept key goes only where it went before: otherwise whoever may change
 * settings could send it to a host of their own.
 */
function keyAfter(s: Services, held: ProviderRow | null, body: Body, language: Language): string | null {
  if (body.key !== undefined) return body.key === null ? null : s.secrets.seal(body.key)
  if (!held || held.key_sealed === null) return null
  const known = new Set(hostsOf(held.settings))
  if (hostsOf(body).some((host) => !known.has(host)))
    throw refuseField(language, 'key', 'weather_key_again', {}, { as: 'invalid_body' })
  return held.key_sealed
}

/** The key as people see it: its last characters, of a long one. */
function maskedKey(s: Services, row: ProviderRow): string | null {
  if (row.key_sealed === null) return null
  try {
    const key = s.secrets.open(row.key_sealed)
    return `***${key.length >= 12 ? key.slice(-4) : ''}`
  } catch {
    return '***'
  }
}
