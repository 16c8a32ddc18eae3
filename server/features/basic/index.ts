import { inForce } from '#core/description/index.ts'
import { can, type Permission } from '#core/access/index.ts'
import * as contract from '#contract/basic.ts'
import { renamed, toSnake } from '#contract/wire-case.ts'
import { serviceLogin } from '#server/features/accounts/index.ts'
import { DEFAULT_SETTINGS } from '#core/description/index.ts'
import { levelsOnWire, type Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { forbidden, notFound, refuseField } from '#server/lib/errors.ts'
import type { Caller, Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { UNLIMITED } from '#server/lib/web.ts'
import { createItems } from './items.ts'

/** The Basic API, by which machines read and write the description of a reservoir. */
export function serveBasic(serve: Serve, deps: Services & { plants: Plants; registry: Registry }): void {
  const s: Services = deps
  const { plants } = deps
  const items = createItems(s, deps)

  const need = (caller: Caller, permission: Permission) => {
    if (!can(caller.permissions, permission)) throw forbidden()
  }

  serve(
    contract.serviceLogin,
    ({ body, caller }) => serviceLogin(s, { ...body, address: caller.address }),
    UNLIMITED,
  )

  serve(contract.getHydroInformation, async ({ caller }) => {
    const d = await plants.describe(caller.hydro)
    const held = inForce(d.plant, s.clock.now()) ?? d.plant.at(-1)
    if (!held) throw notFound(caller.hydro)
    const { name, levels, basin: _, mapLayers: _layers, ...rest } = held.body
    return {
      hydro_code: caller.hydro,
      hydro_name: name,
      version: held.version,
      ...levelsOnWire(levels),
      ...(renamed(rest, toSnake) as Record<string, unknown>),
    }
  })

  serve(contract.calculationParameter, async ({ body, caller }) => {
    const { hydro_code: _, ...given } = body
    if (Object.keys(given).length > 0) {
      need(caller, 'settings.update')
      const [stored] = await items.put(
        caller,
        'parameters',
        [{ ...given, parameters_id: 'parameters' }],
        () => '',
      )
      return stored
    }
    const [stored] = await items.list(caller, 'parameters')
    if (!stored) throw notFound('parameters')
    return stored
  })

  serve(contract.getBasicSettingInterface, async ({ caller }) => {
    const d = await plants.describe(caller.hydro)
    const now = s.clock.now()
    const settings = inForce(d.settings, now)?.body ?? DEFAULT_SETTINGS
    return {
      water_level_min: settings.waterLevelMin,
      water_level_max: settings.waterLevelMax,
      auto_calculation_interval: inForce(d.parameters, now)?.body.interval ?? 300,
      discharge_out_chart: settings.dischargeOutChart,
    }
  })

  serve(contract.listPositions, ({ caller }) => items.list(caller, 'position'))
  serve(contract.addPosition, async ({ body, caller }) => {
    const [stored] = await items.put(caller, 'position', [body], () => '')
    return stored
  })
  serve(contract.changePosition, async ({ body, caller }) => {
    const [stored] = await items.put(caller, 'position', [body], () => '')
    return stored
  })
  serve(contract.removePosition, async ({ query, body, caller }) => {
    const { measure_position_id: id, ...given } = { ...query, ...body }
    if (id === undefined)
      throw refuseField(caller.language, 'measure_position_id', 'required', {}, { as: 'invalid_body' })
    await items.remove(caller, 'position', [id], given)
    return null
  })
  serve(contract.addPositions, ({ body, caller }) =>
    items.put(caller, 'position', body.positions, (i) => `positions.${i}`),
  )
  serve(contract.removePositions, async ({ query, body, caller }) => {
    const { measure_position_ids: named, ...given } = { ...query, ...body }
    const ids = typeof named === 'string' ? named.split(',').filter((id) => id !== '') : (named ?? [])
    if (ids.length === 0)
      throw refuseField(caller.language, 'measure_position_ids', 'required', {}, { as: 'invalid_body' })
    await items.remove(caller, 'position', [...new Set(ids)], given)
    return null
  })

  serve(contract.getOutletsData, async ({ caller }) => {
    const [units, exhausts] = await Promise.all([items.list(caller, 'unit'), items.list(caller, 'gate')])
    return { units, exhausts }
  })
  serve(contract.unitInformation, async ({ body, caller }) => {
    if (!body.units) return items.list(caller, 'unit')
    need(caller, 'information.update')
    await items.put(caller, 'unit', body.units, (i) => `units.${i}`)
    return items.list(caller, 'unit')
  })
  serve(contract.exhaustInformation, async ({ body, caller }) => {
    if (!body.exhausts) return items.list(caller, 'gate')
    need(caller, 'information.update')
    await items.put(caller, 'gate', body.exhausts, (i) => `exhausts.${i}`)
    return items.list(caller, 'gate')
  })
}
