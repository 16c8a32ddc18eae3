import { exportBundle, previewBundle, type BundlePlan } from '#contract/changes.ts'
import type { TestServer } from '../server.ts'

/** Bodies with which the calls of settings, changes and the configuration file succeed without changing anything. */
export function settingsSamples(server: TestServer) {
  const exported = async () => (await server.call(exportBundle)).body as unknown
  return {
    'POST /api/renew/v1/setting/setting-interface': { body: {} },
    'GET /api/renew/v1/description/at': { query: { day: '2026-10-20' } },
    'GET /api/renew/v1/description/version': {
      query: { noun: 'parameters', id: 'parameters', version: 've_none' },
    },
    'POST /api/renew/v1/description/restore': {
      body: { noun: 'parameters', id: 'parameters', version: 've_none', expected: null, reason: 'walk' },
    },
    'POST /api/renew/v1/description/bundle/preview': async () => ({ body: { bundle: await exported() } }),
    'POST /api/renew/v1/description/bundle/import': async () => {
      const bundle = await exported()
      const plan = (await server.call(previewBundle, { body: { bundle } })).body.data as BundlePlan
      return { body: { bundle, state: plan.state, reason: 'walk' } }
    },
  }
}
