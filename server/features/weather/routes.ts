import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/weather.ts'
import { record } from '#server/features/audit/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { DemoState } from '#server/features/setup/index.ts'
import { conflict, forbidden, notFound, Problem, refuseField } from '#server/lib/errors.ts'
import { keepFile, plainName } from '#server/lib/files.ts'
import { instantOf } from '#server/lib/instant.ts'
import type { Sql } from '#server/lib/database.ts'
import type { Notices } from '#server/lib/notices.ts'
import type { Queue } from '#server/lib/queue.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { DAY, toLocal } from '#core/time/index.ts'
import { latest, REACH } from './archive.ts'
import { readForecastFile } from './file.ts'
import { checkAhead, isRunPossible, issuesIn } from './incoming.ts'
import { lastOf, sha256, type IssueContent, type IssueHead } from './issue.ts'
import { openMeteo } from './open-meteo.ts'
import { outlookOf, refreshFrom } from './outlook.ts'
import { geographyAt } from './places.ts'
import { serveWeatherSource } from './settings.ts'
import { addIssue, archiveSize, makeDue, modelsOfSource, readSource } from './store.ts'
import { createWeatherQueue } from './worker.ts'

/** Forecasts of the weather: fetched, uploaded and sent, kept as they were issued, and shown. Returns the queue that fetches. */
export function serveWeather(
  web: FastifyInstance,
  serve: Serve,
  s: Services & { plants: Plants; demo: DemoState; notices?: Notices },
): Queue {
  const provider = openMeteo
  const queue = createWeatherQueue(s, provider)
  serveWeatherSource(serve, s, { provider, queue })
  const type = 'application/octet-stream'
  if (!web.hasContentTypeParser(type))
    web.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))

  const geographyOf = async (hydro: string) => {
    const geography = geographyAt(await s.plants.describe(hydro), s.clock.now())
    if (!geography) throw notFound(hydro)
    return geography
  }

  serve(contract.getWeather, async ({ caller }) => {
    const { hydro, language } = caller
    const [issues, source, archive, geography] = await Promise.all([
      latest(s, hydro),
      readSource(s.db.pool, hydro),
      archiveSize(s.db, hydro),
      geographyOf(hydro),
    ])
    const now = s.clock.now()
    return {
      ...outlookOf(issues, geography, { now, demo: s.demo.on(), source, provider, language }),
      archive,
    }
  })

  serve(contract.refreshWeather, async ({ caller }) => {
    const { hydro } = caller
    const source = await readSource(s.db.pool, hydro)
    if (!source?.enabled) throw new Problem(404, 'weather_none')
    const now = s.clock.now()
    const from = refreshFrom(source)
    if (from > now) {
      const code = (source.not_before ?? 0) > now ? 'weather_wait' : 'weather_recent'
      throw conflict(code, { time: toLocal(from, await s.plants.zone(hydro)) })
    }
    await makeDue(s.db.pool, hydro, now)
    queue.wake(hydro)
    return { next_at: now }
  })

  const added = (
    content: IssueContent,
    made: { id: string; added: boolean } | null,
  ): contract.StoredForecast => ({
    issue_id: made?.id ?? null,
    unchanged: made !== null && !made.added,
    places: content.places.length,
    instants: content.n,
    from: content.first,
    until: lastOf(content),
  })

  serve(contract.uploadForecast, async ({ query, request, caller }) => {
    const { hydro } = caller
    if (!Buffer.isBuffer(request.body))
      throw new Problem(415, 'wrong_content_type', {
        type: request.headers['content-type'] ?? '-',
        allowed: 'application/octet-stream',
      })
    const bytes = request.body
    const name = plainName(query.name)
    const geography = await geographyOf(hydro)
    const runAt = query.run_at === undefined ? null : instantOf(query.run_at, geography.plant.zone, 'run_at')
    const content = await readForecastFile(bytes, name, geography)
    const now = s.clock.now()
    if (runAt !== null && !isRunPossible(runAt, now))
      throw refuseField(caller.language, 'run_at', 'weather_run_future')
    checkAhead(content, now)
    const checkModel = (c: Sql) => checkModels(c, caller, { source: 'upload', model: query.model, now })
    if (query.check === 'true') {
      await s.db.tx(checkModel)
      return added(content, null)
    }
    const head: IssueHead = {
      source: 'upload',
      model: query.model,
      kind: 'forecast',
      leadDays: 0,
      runAt,
      digest: sha256(bytes),
    }
    const made = await s.db.tx(async (c) => {
      await checkModel(c)
      const file = { name, contentType: type, bytes }
      const fileId = await keepFile(c, hydro, caller.actor, now, file)
      const issue = await addIssue(c, hydro, head, content, { actor: caller.actor, now, fileId })
      await record(c, now, caller, {
        act: 'upload',
        noun: 'weather forecast',
        item: issue.id,
        itemName: query.model,
        after: {
          file: name,
          file_id: fileId,
          digest: head.digest,
          places: content.places.length,
          instants: content.n,
        },
      })
      return issue
    })
    return added(content, made)
  })

  serve(contract.postForecasts, async ({ body, caller }) => {
    const hydro = hydroOf(caller, body.hydro_code)
    // A token for some series is for what sends those.
    if (caller.series !== null) throw forbidden('series_not_allowed', { series: body.model })
    const geography = await geographyOf(hydro)
    const now = s.clock.now()
    const issues = issuesIn(body, geography, now, caller.language)
    const digest = sha256(JSON.stringify(body))
    return s.db.tx(async (c) => {
      await checkModels(c, caller, { source: 'ingest', model: body.model, now })
      const made = []
      for (const { kind, content, runAt } of issues) {
        const head: IssueHead = { source: 'ingest', model: body.model, kind, leadDays: 0, runAt, digest }
        made.push(added(content, await addIssue(c, hydro, head, content, { actor: caller.actor, now })))
      }
      return made[0]
    })
  })

  return queue
}

/** Most models of a source that are shown side by side: all of them are read and computed for each page that is open. */
const MOST_MODELS = 12

/** Refuses one model more than a source may have. @throws Problem */
async function checkModels(
  c: Sql,
  { hydro, language }: Caller,
  { source, model, now }: { source: string; model: string; now: number },
): Promise<void> {
  const models = await modelsOfSource(c, hydro, source, now - REACH)
  if (models.length < MOST_MODELS || models.includes(model)) return
  throw refuseField(language, 'model', 'weather_many_models', { limit: MOST_MODELS, days: REACH / DAY })
}

/** The reservoir of a token; a call that names another one is refused. */
function hydroOf(caller: Caller, named: string | undefined): string {
  if (named && named !== caller.hydro) throw forbidden('reservoir_forbidden', { hydro: named })
  return caller.hydro
}
