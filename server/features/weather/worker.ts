import { randomUUID } from 'node:crypto'
import { DAY, HOUR, MINUTE } from '#core/time/units.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Notices } from '#server/lib/notices.ts'
import { createQueue, type Job, type JobContext, type Queue } from '#server/lib/queue.ts'
import type { Services } from '#server/lib/services.ts'
import { geographyAt, placesOfMembers } from './places.ts'
import { WeatherProblem } from './problem.ts'
import type { Ask, Fetched, Provider } from './provider.ts'
import {
  addIssue,
  confirmedKey,
  modelsWithPrevious,
  noteTry,
  readSource,
  SOURCE_JOBS,
  type ProviderRow,
  type StoredProblem,
} from './store.ts'

/** Until the next try after each failure in a row; the last one stays. */
const DELAYS = [1, 2, 5, 10, 20, 30, 60].map((m) => m * MINUTE)
/** Days ahead, today among them: so many that ten whole days are ahead at any hour. */
const DAYS_AHEAD = 11
/** Days of which earlier runs are fetched, once for each model. */
const DAYS_BEFORE = 92
const TIMEOUT = MINUTE

/** Fetches forecasts of each reservoir with a provider, as often as its settings say, and puts them into the archive. */
export function createWeatherQueue(
  s: Services & { plants: Plants; notices?: Notices },
  provider: Provider,
): Queue {
  async function work({ hydro }: Job, ctx: JobContext): Promise<void> {
    const row = await readSource(s.db.pool, hydro)
    if (!row?.enabled) return
    try {
      const { forecasts, others, also } = await fetchAll(hydro, row, ctx)
      const now = s.clock.now()
      await s.db.tx(async (c) => {
        await ctx.hold(c)
        const by = { actor: 'service', now }
        for (const { model, kind, leadDays, runAt, digest, ...content } of [...forecasts, ...others])
          await addIssue(c, hydro, { source: provider.id, model, kind, leadDays, runAt, digest }, content, by)
        await noteTry(c, hydro, row.version, {
          at: now,
          problem: null,
          also,
          failingSince: null,
          failures: 0,
          notBefore: null,
          due: now + row.settings.every_hours * HOUR,
          given: [...forecasts, ...others].map((f) => confirmedKey(f.kind, f.model)),
        })
      })
    } catch (error) {
      if (!(error instanceof WeatherProblem)) throw error
      await noteFailure(hydro, row, stored(error), ctx, error.wait)
    }
  }

  /** The forecast, which must succeed, and what else could be fetched, with the first reason why something could not. */
  async function fetchAll(hydro: string, row: ProviderRow, ctx: JobContext) {
    const { settings } = row
    const geography = geographyAt(await s.plants.fresh(hydro), s.clock.now())
    if (!geography) throw new WeatherProblem('weather_no_place')
    const ask: Omit<Ask, 'address'> = {
      key: openKey(s, row),
      places: geography.places,
      now: s.clock.now(),
      allowed: s.config.allowPrivateTargets,
      timeout: TIMEOUT,
      signal: ctx.signal,
    }
    const forecasts = await provider.forecast(
      { ...ask, address: settings.address },
      settings.models,
      DAYS_AHEAD,
    )
    if (forecasts.length === 0) throw new WeatherProblem('weather_empty')
    let also = lackingOf(settings.models, forecasts)
    const others: Fetched[] = []
    const attempt = async (fetch: () => Promise<Fetched[]>) => {
      try {
        others.push(...(await fetch()))
      } catch (error) {
        if (!(error instanceof WeatherProblem)) throw error
        also ??= stored(error)
      }
    }
    if (settings.ensemble_address !== '' && settings.ensemble_models.length > 0)
      await attempt(async () => {
        const ensembles = await provider.ensemble(
          { ...ask, places: placesOfMembers(geography), address: settings.ensemble_address },
          settings.ensemble_models,
          DAYS_AHEAD,
        )
        also ??= lackingOf(settings.ensemble_models, ensembles)
        return ensembles
      })
    if (settings.previous_address !== '') {
      const have = await modelsWithPrevious(s.db.pool, hydro, provider.id)
      for (const model of settings.models.filter((m) => !have.has(m)))
        await attempt(() =>
          provider.previous({ ...ask, address: settings.previous_address }, model, DAYS_BEFORE),
        )
    }
    return { forecasts, others, also }
  }

  async function noteFailure(
    hydro: string,
    row: ProviderRow,
    problem: StoredProblem,
    ctx: JobContext,
    wait: number | null = null,
  ): Promise<void> {
    const now = s.clock.now()
    const delay = DELAYS[Math.min(row.failures, DELAYS.length - 1)]
    await s.db.tx(async (c) => {
      await ctx.hold(c)
      await noteTry(c, hydro, row.version, {
        at: now,
        problem,
        also: null,
        failingSince: row.failing_since ?? now,
        failures: row.failures + 1,
        notBefore: wait === null ? null : now + wait,
        due: now + Math.max(delay, wait ?? 0),
      })
    })
  }

  async function failed({ hydro }: Job, error: unknown, ctx: JobContext): Promise<void> {
    const incident = randomUUID()
    s.log.error({ err: error, incident, hydro }, 'fetching the weather failed')
    const row = await readSource(s.db.pool, hydro)
    if (row) await noteFailure(hydro, row, { code: 'weather_failed', params: { incident } }, ctx)
  }

  const backoff = [MINUTE, 10 * MINUTE]
  return createQueue(s, { ...SOURCE_JOBS, backoff, farthest: DAY, work, failed }, s.notices)
}

/** The models that an answer did not hold. */
function lackingOf(models: readonly string[], found: readonly Fetched[]): StoredProblem | null {
  const lacking = models.filter((m) => !found.some((f) => f.model === m))
  return lacking.length > 0 ? { code: 'weather_no_model', params: { model: lacking.join(', ') } } : null
}

const stored = ({ code, params }: WeatherProblem): StoredProblem => ({ code, params })

/** @throws WeatherProblem where the key was sealed by another installation */
export function openKey(s: Pick<Services, 'secrets'>, row: Pick<ProviderRow, 'key_sealed'>): string | null {
  if (row.key_sealed === null) return null
  try {
    return s.secrets.open(row.key_sealed)
  } catch {
    throw new WeatherProblem('weather_key_lost')
  }
}
