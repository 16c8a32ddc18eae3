import { pino, type DestinationStream, type Logger } from 'pino'

export type Log = Logger

/** Fields that are never written, whichever object has them. */
const SECRET = ['authorization', 'cookie', 'token', 'password', 'secret', 'refresh', 'access']

/** JSON lines; short ones where the output is a terminal. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET.flatMap((name) => [name, `*.${name}`, `*.headers.${name}`]), censor: '***' },
    },
    destination ?? printer() ?? pino.destination({ fd: 1, sync: true }),
  )
}

export const silentLog: Log = pino({ level: 'silent' })

const LEVELS: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: '',
  40: 'warning',
  50: 'ERROR',
  60: 'FATAL',
}

/** Short lines in local time for a terminal; null elsewhere. */
function printer(): DestinationStream | null {
  if (!process.stdout.isTTY) return null
  return {
    write(line) {
      const { level, time, msg, err, ...rest } = JSON.parse(line) as Record<string, unknown> & {
        level: number
      }
      const error = err as { stack?: string; message?: string } | undefined
      const more = Object.entries(rest).map(
        ([k, v]) => `${k}=${typeof v === 'string' ? v : JSON.stringify(v)}`,
      )
      const parts = [new Date(String(time)).toTimeString().slice(0, 8), LEVELS[level] ?? level, msg, ...more]
      process.stdout.write(`${parts.filter((p) => p !== '' && p !== undefined).join('  ')}\n`)
      if (error) process.stdout.write(`${error.stack ?? error.message ?? String(error)}\n`)
    },
  }
}
