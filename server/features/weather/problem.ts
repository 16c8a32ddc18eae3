import type { weatherMessages } from '#contract/messages/vi/weather.ts'
import type { Params } from '#server/lib/errors.ts'

/** Stands for a key in what people see. */
const HIDDEN = '***'

/** A text of a provider without the key with which it was called, as it is and as addresses write it, in any case. */
export function withoutKey(text: string, key: string | null): string {
  const plain = text.replace(/apikey=[^&\s]*/gi, `apikey=${HIDDEN}`)
  if (key === null || key === '') return plain
  const forms = [key, encodeURIComponent(key), new URLSearchParams({ key }).toString().slice('key='.length)]
  const pattern = forms.map((form) =>
    form.replace(/[^A-Za-z0-9]/gu, (c) => `\\u{${c.codePointAt(0)!.toString(16)}}`),
  )
  return plain.replace(new RegExp(pattern.join('|'), 'giu'), HIDDEN)
}

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
