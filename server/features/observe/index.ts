import { setImmediate } from 'node:timers/promises'
import { toLocal } from '#core/time/index.ts'
import * as contract from '#contract/observe.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { stationRows } from '#server/features/stations/index.ts'
import { notFound } from '#server/lib/errors.ts'
import { JsonText, type Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { turns } from '#server/lib/turns.ts'
import { heldIn, seriesOf, type StationSeries } from './data.ts'
import { stationText } from './records.ts'
import { daySpanOf, spanOf, stationTypeOf, wire } from './span.ts'
import { observedOf, statusOf } from './status.ts'

interface Deps {
  plants: Plants
  history: History
  registry: Registry
}

/** Answers with every reading of many days that are built at a time, since they fill memory. */
const AT_ONCE = 2

/** Readings of the measuring stations: now, at the end of a span, and over time. */
export function serveObserve(serve: Serve, s: Services & Deps): void {
  const { plants, history, registry } = s
  const turn = turns(AT_ONCE)
  const about = async (hydro: string) => {
    const [d, zone, series] = await Promise.all([
      plants.describe(hydro),
      plants.zone(hydro),
      registry.known(hydro),
    ])
    return { d, zone, series }
  }
  const listed = async (all: readonly StationSeries[], layout: 'records' | 'columns', zone: string) => {
    const texts: string[] = []
    for (const one of all) {
      texts.push(stationText(one, layout, zone))
      // Others have their turn between two stations.
      await setImmediate()
    }
    return `[${texts.join()}]`
  }

  serve(contract.getStationStatus, async ({ caller }) => {
    const { d, zone, series } = await about(caller.hydro)
    return (await stationRows(history, d, series, s.clock.now(), zone)).map(observedOf)
  })

  serve(contract.getStationStatusOf, async ({ body, caller }) => {
    const { d, zone, series } = await about(caller.hydro)
    const span = spanOf(body, zone, contract.MAX_STATUS_DAYS, caller.language)
    return turn(() => statusOf(history, d, series, span, s.clock.now(), zone))
  })

  serve(contract.getStationsFromTo, async ({ body, caller }) => {
    const { d, zone, series } = await about(caller.hydro)
    const days = body.station === undefined ? contract.MAX_STATUS_DAYS : contract.MAX_STATION_DAYS
    const span = spanOf(body, zone, days, caller.language)
    const held = heldIn(d, span)
    const requested = held.filter(({ id, body: own }) => [id, own.code].includes(body.station ?? id))
    if (body.station !== undefined && requested.length === 0) throw notFound(body.station)
    return turn(async () => {
      const all = await seriesOf(history, d, requested, series, span, body.px)
      const { from, to } = wire(span, zone)
      return new JsonText(
        `{"from":${JSON.stringify(from)},"to":${JSON.stringify(to)},"stations":${await listed(all, body.layout, zone)}}`,
      )
    })
  })

  serve(contract.getStationDataByType, async ({ body, caller }) => {
    const type = stationTypeOf(body.type, caller.language)
    const { d, zone, series } = await about(caller.hydro)
    const span = daySpanOf(body, zone, s.clock.now(), caller.language)
    const held = heldIn(d, span).filter((one) => one.body.type === type)
    return turn(async () => {
      const all = await seriesOf(history, d, held, series, span, null)
      const [start, end] = [span.from, span.to].map((t) => JSON.stringify(toLocal(t, zone)))
      return new JsonText(
        `{"type":${body.type},"start_time":${start},"end_time":${end},"stations":${await listed(all, body.layout, zone)}}`,
      )
    })
  })
}
