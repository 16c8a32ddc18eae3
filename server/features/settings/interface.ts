import { DEFAULT_SETTINGS, LATE_SHOWN, inForce, type Settings } from '#core/description/index.ts'
import { limitOn } from '#core/description/season.ts'
import { toLocalDate } from '#core/time/index.ts'
import { settingsSchema } from '#contract/seed/settings.ts'
import * as contract from '#contract/settings.ts'
import type { SettingInterface } from '#contract/settings.ts'
import { fieldErrors } from '#contract/field-errors.ts'
import { refuseUnknown } from '#server/lib/credentials.ts'
import { levelsOnWire, type DescriptionChange, type Plants } from '#server/features/plants/index.ts'
import { badFields, notFound } from '#server/lib/errors.ts'
import type { Serve } from '#server/lib/serve.ts'
import type { Services } from '#server/lib/services.ts'
import { canonical } from './bundle/canonical.ts'

/** Wire names of fields of the body. */
const ON_WIRE: Partial<Record<keyof Settings, string>> = {
  waterLevelMin: 'water_level_min',
  waterLevelMax: 'water_level_max',
  levelAxis: 'level_axis',
  lateShown: 'late_value_hours',
  dischargeOutChart: 'discharge_out_chart',
  hiddenLines: 'hidden_lines',
  thresholds: 'thresholds',
  cameraPath: 'camera_path',
  mapTiles: 'map_tiles',
  mapCredit: 'map_credit',
}

/** Settings of how the dashboard is drawn. */
export function serveInterface(serve: Serve, s: Services, plants: Plants): void {
  const held = async (hydro: string) => {
    const description = await plants.fresh(hydro)
    const now = s.clock.now()
    return {
      settings: inForce(description.settings, now),
      parameters: inForce(description.parameters, now) ?? description.parameters.at(-1),
    }
  }

  const shown = async (hydro: string): Promise<SettingInterface> => {
    const { settings, parameters } = await held(hydro)
    const body = settings?.body ?? DEFAULT_SETTINGS
    return {
      hydro_code: hydro,
      water_level_min: body.waterLevelMin,
      water_level_max: body.waterLevelMax,
      level_axis: body.levelAxis ?? 'limits',
      late_value_hours: body.lateShown ?? LATE_SHOWN,
      auto_calculation_interval: parameters?.body.interval ?? 300,
      discharge_out_chart: body.dischargeOutChart,
      hidden_lines: body.hiddenLines,
      thresholds: body.thresholds,
      camera_path: body.cameraPath,
      map_tiles: body.mapTiles ?? null,
      map_credit: body.mapCredit ?? null,
    }
  }

  serve(contract.getSettingInterface, ({ caller }) => shown(caller.hydro))

  serve(contract.setSettingInterface, async ({ body, caller }) => {
    const { hydro } = caller
    const { settings, parameters } = await held(hydro)
    const before = settings?.body ?? DEFAULT_SETTINGS
    const merged: Record<string, unknown> = { ...before }
    for (const [name, wire] of Object.entries(ON_WIRE)) {
      const value = body[wire as keyof typeof body]
      if (value !== undefined) merged[name] = value
    }
    const parsed = settingsSchema.safeParse(merged)
    if (!parsed.success) {
      const errors = fieldErrors(parsed.error, caller.language).map((e) => ({
        ...e,
        path: ON_WIRE[e.path as keyof Settings] ?? e.path,
      }))
      throw badFields(errors)
    }
    const camera = { address: parsed.data.cameraPath, held: before.cameraPath, path: 'camera_path' }
    await refuseUnknown(s, hydro, camera, caller.language)
    const changes: DescriptionChange[] = []
    const common = { hydroCode: hydro, reason: body.reason ?? null }
    if (canonical(parsed.data) !== canonical(before))
      changes.push({
        ...common,
        noun: 'settings',
        itemId: 'settings',
        body: parsed.data,
        from: settings && settings.from !== -Infinity ? settings.from : null,
        to: settings?.to ?? null,
        expected: settings?.version ?? null,
      })
    const interval = body.auto_calculation_interval
    if (interval !== undefined && interval !== parameters?.body.interval) {
      if (!parameters) throw notFound('parameters')
      changes.push({
        ...common,
        noun: 'parameters',
        itemId: 'parameters',
        body: { ...parameters.body, interval },
        from: Math.max(parameters.from, s.clock.now()),
        to: parameters.to,
        expected: parameters.version,
      })
    }
    if (changes.length > 0) {
      await s.db.tx((c) => plants.changeAll(c, caller, hydro, changes))
      plants.changed(hydro, changes.length > 1 ? null : changes[0].from, null)
    }
    return shown(hydro)
  })

  serve(contract.getHydroSetting, async ({ caller }) => {
    const plant = await plants.plant(caller.hydro)
    const { levels } = plant
    return {
      hydro_code: caller.hydro,
      ...levelsOnWire(levels),
      season_limit: limitOn(plant.seasonLimits ?? [], toLocalDate(s.clock.now(), plant.zone).slice(5)),
    }
  })
}
