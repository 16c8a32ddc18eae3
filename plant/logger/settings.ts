/** The environment of a plant, read once; every problem is reported at once. */
import { REAL_TIME, timeAt, type Pace } from '#contract/demo-clock.ts'
import { DAY } from '../time.ts'
import { HYDRO_CODE } from '../describe.ts'
import { parseFaults, wear, type Fault } from '../sensors/index.ts'
import { SEED } from '../truth/index.ts'

export interface Settings {
  url: string
  token: string
  hydroCode: string
  speed: number
  historyDays: number
  seed: number
  faults: Fault[]
  /** Epoch ms at which typhoons begin besides those of the seed. */
  storms: number[]
  /** The typhoons before the weather was changed, with which readings were sent already. */
  stormsBefore: number[]
  /** Epoch ms from which readings are sent again, whatever the server has; null: none. */
  again: number | null
  /** How its clock runs beside the real one. */
  pace: Pace
}

type Environment = Record<string, string | undefined>

/** real: the present by the real clock, epoch ms. */
export function readSettings(env: Environment, real: number): Settings {
  const problems: string[] = []
  const number = (name: string, usual: number, least: number, most: number, whole: boolean) => {
    const text = env[name]?.trim()
    if (!text) return usual
    const value = Number(text)
    if (Number.isFinite(value) && value >= least && value <= most && (!whole || Number.isInteger(value)))
      return value
    problems.push(`${name}=${text}: a ${whole ? 'whole ' : ''}number from ${least} to ${most}`)
    return usual
  }
  const url = (env.FOREBAY_URL ?? 'http://127.0.0.1:8080').replace(/\/+$/, '')
  if (!URL.canParse(url) || !/^https?:/.test(url))
    problems.push(`FOREBAY_URL=${url}: an http or https address`)
  const token = env.INGEST_TOKEN ?? ''
  if (token === '') problems.push('INGEST_TOKEN: the bearer token of the ingest call')
  const protocol = env.PLANT_PROTOCOL || 'http'
  if (protocol !== 'http') problems.push(`PLANT_PROTOCOL=${protocol}: this plant sends by http`)
  const seed = number('PLANT_SEED', SEED, 0, 2 ** 31 - 1, true)
  const historyDays = number('PLANT_HISTORY_DAYS', 400, 0, 3660, true)
  const speed = number('PLANT_SPEED', 1, 1, 86_400, false)
  const instants = (name: string): number[] =>
    (env[name] ?? '')
      .split(',')
      .filter((text) => text.trim() !== '')
      .map((text) => {
        const t = Date.parse(text.trim())
        if (Number.isNaN(t)) problems.push(`${name}=${text}: a time such as 2026-11-22T07:00:00+07:00`)
        return t
      })
  const storms = instants('PLANT_STORMS')
  const stormsBefore = instants('PLANT_STORMS_BEFORE')
  const [again = null] = instants('PLANT_AGAIN')
  const pace = paceOf(env.PLANT_PACE)
  if (!pace) problems.push(`PLANT_PACE=${env.PLANT_PACE}: from, until (epoch ms), ms ahead, speed`)
  const now = timeAt(pace ?? REAL_TIME, real)
  const parts = (env.PLANT_FAULTS ?? '').split(';').map((part) => part.trim())
  const faults: Fault[] = []
  if (parts.includes('wear')) faults.push(...wear(seed, now - historyDays * DAY, now + 400 * DAY))
  try {
    faults.push(...parseFaults(parts.filter((part) => part !== 'wear').join(';'), now))
  } catch (error) {
    problems.push(`PLANT_FAULTS: ${(error as Error).message}`)
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const hydroCode = env.HYDRO_CODE || HYDRO_CODE
  return { url, token, hydroCode, speed, historyDays, seed, faults, storms, stormsBefore, again, pace: pace! }
}

/** Null for what is none. */
function paceOf(text: string | undefined): Pace | null {
  if (!text?.trim()) return REAL_TIME
  const numbers = text.split(',').map(Number)
  if (numbers.length !== 4 || !numbers.every(Number.isFinite)) return null
  const [from, until, ahead, speed] = numbers
  return until >= from && speed >= 1 ? { from, until, ahead, speed } : null
}
