import type { IssueContent, IssueKind, Place } from './issue.ts'

/** A provider of forecasts at places. Every call throws WeatherProblem where the answer is not one. */
export interface Provider {
  id: string
  /** Who is named wherever its forecasts are shown, and where. */
  attribution: string
  link: string
  /** The latest forecast of each model, over so many days from today on. */
  forecast(ask: Ask, models: readonly string[], days: number): Promise<Fetched[]>
  /** The latest members of each model. */
  ensemble(ask: Ask, models: readonly string[], days: number): Promise<Fetched[]>
  /** What a model said of each hour of the last days, one issue for each number of days before. */
  previous(ask: Ask, model: string, days: number): Promise<Fetched[]>
}

export interface Ask {
  /** Base address of the call. */
  address: string
  key: string | null
  places: readonly Place[]
  /** The present instant: no run begins after it. */
  now: number
  /** Whether addresses of this machine are allowed. */
  allowed: boolean
  /** ms until the whole answer must be there. */
  timeout: number
  signal: AbortSignal
}

export interface Fetched extends IssueContent {
  model: string
  kind: IssueKind
  leadDays: number
  runAt: number | null
  digest: string
}
