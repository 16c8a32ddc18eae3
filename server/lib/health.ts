import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Disk } from './disk.ts'
import { forbidden } from './errors.ts'
import type { Jobs } from './jobs.ts'
import type { Services } from './services.ts'

/** What every replica answers, whatever its role. */
export const HEALTH: readonly string[] = ['/healthz', '/readyz', '/metrics']

/** Values that a feature adds to /metrics, by name. */
type Gauges = () => Record<string, number>

/**
 * /healthz: the process is up. /readyz: the database answers and jobs run; it also reports the disk, without which it
 * is ready too. /metrics: from this machine, or with a token.
 */
export function serveHealth(
  app: FastifyInstance,
  s: Services,
  options: {
    jobs: Jobs
    disk: Disk
    gauges: Gauges
    /** Whether a call has a token that may read. */
    mayRead: (request: FastifyRequest) => Promise<boolean>
  },
): void {
  const { jobs, disk, gauges, mayRead } = options
  let calls = 0
  let failures = 0
  let seconds = 0
  app.addHook('onResponse', (_request, reply, done) => {
    calls++
    seconds += reply.elapsedTime / 1000
    if (reply.statusCode >= 500) failures++
    done()
  })
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const database = await s.db.query('SELECT 1').then(
      () => true,
      () => false,
    )
    const running = jobs.healthy()
    const { full, free } = await disk.look()
    return reply
      .code(database && running ? 200 : 503)
      .send({ database, jobs: running, disk: !full, disk_free_bytes: free })
  })
  app.get('/metrics', async (request, reply) => {
    // A proxy on this machine forwards for others.
    const own = !request.headers['x-forwarded-for'] && /^(127\.|::1$|::ffff:127\.)/.test(request.ip)
    if (!own && !(await mayRead(request))) throw forbidden()
    const memory = process.memoryUsage()
    const all: Record<string, number> = {
      forebay_http_requests_total: calls,
      forebay_http_failures_total: failures,
      forebay_http_seconds_total: seconds,
      forebay_resident_bytes: memory.rss,
      forebay_heap_bytes: memory.heapUsed,
      forebay_uptime_seconds: process.uptime(),
      ...diskGauges(disk),
      ...gauges(),
    }
    return reply.type('text/plain; version=0.0.4').send(
      Object.entries(all)
        .map(([name, value]) => `${name} ${value}\n`)
        .join(''),
    )
  })
}

function diskGauges(disk: Disk): Record<string, number> {
  const { free, full } = disk.state()
  return {
    ...(free !== null && { forebay_disk_free_bytes: free }),
    forebay_disk_full: full ? 1 : 0,
  }
}
