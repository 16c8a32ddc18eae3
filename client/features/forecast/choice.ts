import type { ForecastHours, ForecastModel } from '#contract/forecast.ts'

export const MODELS: readonly ForecastModel[] = ['trend', 'persistence']
export const HOURS: readonly ForecastHours[] = [1, 24, 72]

export interface ForecastChoice {
  model: ForecastModel
  hours: ForecastHours
}

/** As in the dashboard's address: 'trend.24'. */
export const choiceText = ({ model, hours }: ForecastChoice): string => `${model}.${hours}`

export function choiceOf(text: string | null): ForecastChoice | null {
  for (const model of MODELS)
    for (const hours of HOURS) if (text === choiceText({ model, hours })) return { model, hours }
  return null
}
