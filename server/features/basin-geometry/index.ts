import type { FastifyInstance } from 'fastify'
import { CONTOUR_TYPES } from '#contract/geo.ts'
import type { Plants } from '#server/features/plants/index.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { serveContour } from './contour-routes.ts'
import { serveLayers } from './layer-routes.ts'
import { serveMap } from './map-routes.ts'
import { serveThiessen } from './thiessen-routes.ts'

/**
 * The basin on the map: its outline, rivers, lakes and borders, the part shown first, and the weights of its rain
 * gauges.
 */
export function serveGeo(web: FastifyInstance, serve: Serve, s: Services & { plants: Plants }): void {
  const { plants } = s
  for (const type of CONTOUR_TYPES)
    if (!web.hasContentTypeParser(type))
      web.addContentTypeParser(type, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  serveMap(serve, s, plants)
  serveContour(serve, s, plants)
  serveLayers(serve, s, plants)
  serveThiessen(serve, s, plants)
}
