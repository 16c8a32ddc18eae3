import type { weatherMessages } from '#contract/messages/vi/weather.ts'
import type { Params } from '#server/lib/errors.ts'

/** Why a provider gave no forecast, or a forecast is not accepted: a code of the messages with its parameters. */
export class WeatherProblem extends Error {
  override name = 'WeatherProblem'
  readonly code: keyof typeof weatherMessages
  readonly params: Params
  /** ms for which the provider wants not to be asked again. */
  readonly wait: number | null
  constructor(code: keyof typeof weatherMessages, params: Params = {}, wait: number | null = null) {
    super(code)
    this.code = code
    this.params = params
    this.wait = wait
  }
}
