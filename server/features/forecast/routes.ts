import {
  summaryOf,
  windowOf,
  type Forecast,
  type Horizon,
  type Model,
  type Outcome,
} from '#core/forecast/index.ts'
import { MISSING } from '#core/quality/index.ts'
import { HOUR, toLocal } from '#core/time/index.ts'
import { round } from '#contract/fields.ts'
import { getInflowForecast, type InflowForecast, type ForecastRemark } from '#contract/forecast.ts'
import { text, type Language, type MessageCode } from '#contract/messages.ts'
import { createViews } from '#server/features/dashboard/index.ts'
import type { History } from '#server/features/history/index.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { inflowAhead, forecastIntervalOf } from './inflow.ts'

/** Serves forecasts, computed from the present state. Nothing is stored. */
export function serveForecast(serve: Serve, deps: Services & { plants: Plants; history: History }): void {
  const viewOf = createViews(deps)

  serve(getInflowForecast, async ({ query: { model, hours, known_at }, caller }) => {
    const view = await viewOf(caller, known_at)
    const outcome = await inflowAhead(view, model, hours)
    const answer = forecastAnswer(outcome, {
      model,
      hours,
      interval: forecastIntervalOf(view),
      zone: view.plant.zone,
      language: caller.language,
    })
    return view.answer({ ...answer, issued: view.at })
  })
}

interface ForecastRequest {
  model: Model
  hours: Horizon
  /** Time between entries of the inflow, ms. */
  interval: number
  zone: string
  language: Language
}

function forecastAnswer(
  { forecast: f, refused }: Outcome,
  request: ForecastRequest,
): Omit<InflowForecast, 'issued'> {
  const { model, hours, interval, zone, language } = request
  const remark = (
    code: string,
    of: MessageCode,
    params: Record<string, string | number> = {},
  ): ForecastRemark => ({
    code,
    text: text(of, language, params),
  })
  const summary = f && summaryOf(f)
  const back = round(windowOf(interval) / HOUR, 1)
  return {
    model,
    hours,
    unit: 'm3/s',
    t: f ? Array.from(f.t) : [],
    v: f ? rounded(f.v) : [],
    lower: f ? rounded(f.lower) : [],
    upper: f ? rounded(f.upper) : [],
    quality: f ? f.q : MISSING,
    summary: summary && {
      mean: round(summary.mean, 3),
      max: round(summary.max, 3),
      max_at: summary.maxAt,
      volume: round(summary.volume),
      volume_lower: round(summary.volumeLower),
      volume_upper: round(summary.volumeUpper),
    },
    about: {
      from: f ? f.from : (refused?.at ?? null),
      value: f ? round(f.start, 3) : null,
      slope: f?.slope == null ? null : round(f.slope, 3),
      window: f?.window ?? null,
      method: text(`forecast_method_${model}`, language, { hours: back }),
      assumes: (['baseline', 'band', 'floor'] as const).map((a) => remark(a, `forecast_assume_${a}`)),
      warnings: f ? f.warnings.map((w) => remark(w, `forecast_warning_${w}`, missingOf(f))) : [],
      refused: refused && {
        code: refused.reason,
        text: text(`forecast_refused_${refused.reason}`, language, {
          time: refused.at === null ? '' : toLocal(refused.at, zone),
          hours: back,
        }),
      },
    },
  }
}

const rounded = (v: Float64Array) => Array.from(v, (x) => round(x, 3))

function missingOf({ window: w }: Forecast): Record<string, number> {
  return w ? { missing: w.expected - w.points, expected: w.expected } : {}
}
