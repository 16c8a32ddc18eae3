import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { STATE } from './subjects.ts'
import { localString, localTime, quality } from './fields.ts'
import { objectId as id, reason } from './validation.ts'

const base = 'main' as const
/** null when unknown; the quality byte has the reason. */
const value = z.object({ value: z.number().nullable(), unit: z.string(), quality })
export type CalculatedValue = z.infer<typeof value>

/** A table from which a value was read. */
const tableUsed = z.object({
  id: z.string(),
  version: z.string(),
  group: z.string(),
  name: z.string(),
  /** From when that version is in force, epoch ms; null: from the beginning. Absent in runs of earlier releases. */
  since: z.number().nullable().optional(),
})

/** Input of a calculation: an instant, and values entered in place of sensors. */
const manualInputs = {
  /** T2, local; rounded down to a whole interval. The last one when absent. */
  at: localTime.optional(),
  /** T1, local; a window before T2 when absent. Where levels are entered, the inflow is that between both. */
  from: localTime.optional(),
  /** Lake levels at T1 and T2, m. */
  levels: z.strictObject({ start: z.number(), end: z.number() }).optional(),
  /** Level below the dam, m. */
  downstream: z.number().optional(),
  /** Actual openings, m, held from T1 to T2. */
  openings: z
    .array(z.strictObject({ leaf_id: id, opening: z.number().min(0) }))
    .max(200)
    .default([]),
  /** Power at the terminals, kW, held from T1 to T2. */
  powers: z
    .array(z.strictObject({ unit_id: id, power: z.number().min(0) }))
    .max(100)
    .default([]),
}

/** One instant as it was calculated. Values that depend on entered ones are flagged as edited (quality, bit 3). */
export const calculated = z.object({
  /** T1 and T2, epoch ms (of the window that was used: shorter while the lake moves fast), and both as local times. */
  from: z.number(),
  at: z.number(),
  /** Absent in runs of earlier releases. */
  from_string: localString.optional(),
  date_string: localString,
  lake_level: value,
  downstream_water_level: value,
  /** Million m3. */
  total_capacity: value,
  total_discharge_lake: value,
  /** Of this and the stored raw values before it. */
  inflow_moving_average: value,
  /**
   * Standard error of the inflow by water balance, m3/s (the series general.inflow_sigma); null when unknown. Twice
   * that on both sides is the band that contains the true inflow 95 times of 100.
   */
  inflow_sigma: z.number().nullable(),
  total_discharge_out: value,
  total_discharge_dam: value,
  total_discharge_turbine: value,
  env_discharge: value,
  seepage: value,
  evaporation: value,
  /** MW */
  power: value,
  outlets: z.array(
    z.object({
      /** Gate or unit. */
      outlet_id: z.string(),
      name: z.string(),
      /** 1 units, 2 exhausts */
      category: z.number(),
      discharge: value,
      /** discharge_methods: 1 table, 2 QETA+QHL, 3 formula, 4 measured; null when not computed. */
      method: z.number().nullable(),
      table: tableUsed.nullable(),
      /** Whether its input was entered in place of its sensor. */
      given: z.boolean(),
    }),
  ),
  storage_table: tableUsed.nullable(),
  /** The version of the parameters. */
  parameters: z.string().nullable(),
  /** From when they are in force, epoch ms; null: from the beginning. */
  parameters_since: z.number().nullable().optional(),
  code_version: z.string(),
})
export type Calculated = z.infer<typeof calculated>

export const onlyCalculate = endpoint({
  base,
  method: 'POST',
  path: '/v1/calculation/only-calculate',
  access: 'dashboard.calculation',
  changes: [],
  summary:
    'Calculates one instant as the automatic calculation does, from the sensors or from values entered in their place. Stores nothing.',
  body: z.strictObject(manualInputs),
  data: calculated,
})

/** Value of a sensor, or of the log, at an instant. */
const sensed = z.object({
  value: z.number().nullable(),
  /** When it was sent, epoch ms; null: never. */
  t: z.number().nullable(),
  quality,
})
const sensedOutlet = sensed.extend({
  name: z.string(),
  /** The largest opening, or the rated power; null: not known. */
  most: z.number().nullable(),
  /** Source of the value; null: none. */
  source: z.enum(['sensor', 'log']).nullable(),
})

export const getCalculationInputs = endpoint({
  base,
  method: 'GET',
  path: '/v1/calculation/inputs',
  access: 'dashboard.calculation',
  reads: [],
  summary:
    'The inputs of the automatic calculation at an instant: levels at T1 and T2, openings and powers, each with its time. only-calculate uses them where no other value is entered.',
  query: z.object({ at: manualInputs.at, from: manualInputs.from }),
  data: z.object({
    /** T1 and T2, epoch ms. */
    from: z.number(),
    at: z.number(),
    /** Seconds from T1 to T2: those of the parameters, fewer while the lake moves fast, unless `from` is sent. */
    window: z.number(),
    /** m */
    levels: z.object({ start: sensed, end: sensed }),
    downstream: sensed,
    /** m */
    openings: z.array(sensedOutlet.extend({ leaf_id: z.string() })),
    /** kW */
    powers: z.array(sensedOutlet.extend({ unit_id: z.string() })),
  }),
})

export const calculateSave = endpoint({
  base,
  method: 'POST',
  path: '/v1/calculation/calculate-save',
  access: 'dashboard.save-revert',
  changes: ['readings', 'results', 'runs', 'gate-log', 'shift-log'],
  summary:
    'Calculates one instant as only-calculate does and stores its general record, gates and units as a run. Results of entered values are kept until the run is rolled back: neither the automatic calculation nor a recalculation changes them. An approved time needs readings.approve. Where the same is stored already there is no run: run_id is null, entries 0.',
  body: z.strictObject({ ...manualInputs, reason: reason.optional() }),
  data: z.object({
    /** null: nothing changed, so there is nothing to take back. */
    run_id: z.string().nullable(),
    /** Stored values that are new or differ from those before. */
    entries: z.number(),
    /** Whether the automatic calculation leaves it as it is, because values were entered. */
    stands: z.boolean(),
    result: calculated,
  }),
})

export const getProposal = endpoint({
  base,
  method: 'GET',
  path: '/v1/calculation/proposal',
  access: 'dashboard.view',
  reads: ['runs', 'tables', ...STATE],
  summary:
    'The result of the automatic calculation for the last complete interval, whether or not it is published. Never stored.',
  data: calculated,
})

export const RUN_KINDS = ['due', 'recompute', 'save', 'recalculate', 'rollback'] as const
export const RUN_STATES = ['queued', 'running', 'done', 'cancelled', 'failed'] as const
export type RunState = (typeof RUN_STATES)[number]

/** Series by which the effect of a change is reported. */
export const MAIN_SERIES = [
  'general.lake_level',
  'general.total_capacity',
  'general.total_discharge_lake',
  'general.total_discharge_out',
  'general.total_discharge_dam',
  'general.total_discharge_turbine',
] as const

/** The difference of one series over a span; values in `unit`, volumes of flows in m3. */
export const difference = z.object({
  series: z.enum(MAIN_SERIES),
  unit: z.string(),
  /** Instants of the span, and those at which value or quality differ. */
  instants: z.number(),
  changed: z.number(),
  /** Instants with a value; fewer afterwards means that values are lost. */
  known_before: z.number(),
  known_after: z.number(),
  /** The largest difference of values (new - old) and its instant, epoch ms; null: none, or known on one side only. */
  largest: z.object({ at: z.number(), before: z.number(), after: z.number(), by: z.number() }).nullable(),
  mean_before: z.number().nullable(),
  mean_after: z.number().nullable(),
  /** null also for runs of earlier releases. */
  low_before: z.number().nullable(),
  low_after: z.number().nullable(),
  peak_before: z.number().nullable(),
  peak_after: z.number().nullable(),
  /** Of flows: m3 by the trapezoid rule between known instants; null: not a flow. */
  volume_before: z.number().nullable(),
  volume_after: z.number().nullable(),
})
export type Difference = z.infer<typeof difference>

export const run = z.object({
  run_id: z.string(),
  kind: z.enum(RUN_KINDS),
  state: z.enum(RUN_STATES),
  /** Span of instants, epoch ms, both ends included. */
  from: z.number(),
  to: z.number(),
  started_at: z.number(),
  finished_at: z.number().nullable(),
  /** The same as local times. */
  from_string: localString,
  to_string: localString,
  started_string: localString,
  finished_string: localString.nullable(),
  actor: z.string(),
  /** Name of the account; null for the system, tokens and commands. */
  actor_name: z.string().nullable(),
  reason: z.string().nullable(),
  code_version: z.string(),
  /** Instants computed, and how many there are in all (null: unknown until it is done). */
  done: z.number(),
  total: z.number().nullable(),
  /** Stored values that it changed. */
  entries: z.number(),
  /** Whether cancelling was requested and it has not ended yet. */
  cancelling: z.boolean(),
  /** Whether it can be rolled back; a run that changed nothing cannot. */
  can_roll_back: z.boolean(),
  /** The run that took it back, with its state; null: none. */
  rolled_back: z
    .object({
      run_id: z.string(),
      state: z.enum(RUN_STATES),
      at: z.number(),
      at_string: localString,
      actor_name: z.string().nullable(),
    })
    .nullable(),
  /** Of a rollback: the run that it takes back, and the number of values left because later runs changed them. */
  of: z.string().nullable(),
  left: z.number().nullable(),
  /** Run that has to end before this one begins; null: none. */
  waits_for: z.string().nullable(),
})
export type Run = z.infer<typeof run>

export const runDetail = run.extend({
  /** Of a save: the request, the tables and parameters it was computed with, and the result. */
  given: z.record(z.string(), z.unknown()).nullable(),
  result: calculated.nullable(),
  /** Of a recalculation: the differences, per main series. */
  differences: z.array(difference),
  /** Saved instants in its span that it left as they are. */
  standing: z.number(),
  /** Instants of approved spans that it left as they are and listed as pending. */
  pending: z.number(),
  /** Why it failed; null: it did not. */
  problem: z.string().nullable(),
})
export type RunDetail = z.infer<typeof runDetail>

export const rollbackData = endpoint({
  base,
  method: 'POST',
  path: '/v1/calculation/rollback-data',
  access: 'dashboard.save-revert',
  changes: ['readings', 'results', 'runs', 'gate-log', 'shift-log'],
  summary:
    'Rolls a run back: restores what a save or a recalculation replaced (of the last one that was not rolled back, when none is named). Values that later runs changed are left as they are and counted in `left`. Long ones run in the background: see the state of the run in the answer.',
  body: z.strictObject({ run_id: id.optional(), reason: reason.optional() }),
  data: run,
})

export const recalculate = endpoint({
  base,
  method: 'POST',
  path: '/v1/calculation/recalculate',
  fills: true,
  access: 'dashboard.save-revert',
  changes: ['results', 'runs'],
  summary:
    'Calculates a span again, with the tables, calibrations and parameters in force at each instant, in the background. One at a time for each reservoir: waits_for names the run that is ahead of it. Saved instants that are still in force, and approved times (without readings.approve), are left as they are.',
  body: z.strictObject({ from: localTime, to: localTime, reason: reason.optional() }),
  data: run,
})

export const listRuns = endpoint({
  base,
  method: 'GET',
  path: '/v1/calculation/runs',
  access: 'dashboard.view',
  reads: ['runs', 'tables', ...STATE],
  summary: 'Runs of the calculation that people requested (all: those of the system too), newest first.',
  query: z.object({
    all: z.enum(['0', '1']).default('0'),
    /** Runs that began before this, epoch ms. */
    before: z.coerce.number().int().optional(),
    limit: z.coerce.number().int().min(1).max(200).default(50),
  }),
  data: z.array(run),
})

export const getRun = endpoint({
  base,
  method: 'GET',
  path: '/v1/calculation/runs/{id}',
  access: 'dashboard.view',
  reads: ['runs', 'tables', ...STATE],
  summary: 'One run: its progress and what it changed.',
  params: z.object({ id }),
  data: runDetail,
})

export const cancelRun = endpoint({
  base,
  method: 'POST',
  path: '/v1/calculation/runs/{id}/cancel',
  access: 'dashboard.save-revert',
  changes: ['results', 'runs'],
  summary:
    'Cancels a recalculation before its next part. What it has computed so far is kept and can be rolled back; 409 when it has ended.',
  params: z.object({ id }),
  data: run,
})

/** A span with instants that have no result: computed by recalculate only. */
const uncomputed = z.object({
  /** The first and the last of them, epoch ms, and how many they are. */
  from: z.number(),
  to: z.number(),
  instants: z.number(),
  /** manual: nobody saved them; automatic: it was stopped for longer than it fills in by itself. */
  method: z.enum(['automatic', 'manual']),
  /** Whether operation is automatic (again) after it. */
  ended: z.boolean(),
})
export type Uncomputed = z.infer<typeof uncomputed>

export const operation = z.object({
  method: z.enum(['automatic', 'manual']),
  /** From when on this mode is in force, epoch ms; null: always. */
  since: z.number().nullable(),
  by: z.string(),
  by_name: z.string().nullable(),
  reason: z.string().nullable(),
  /** Seconds between calculations. */
  interval: z.number(),
  /** The last instant that is published, epoch ms; null: none. */
  last_instant: z.number().nullable(),
  last_run: z
    .object({
      run_id: z.string(),
      kind: z.enum(RUN_KINDS),
      from: z.number(),
      to: z.number(),
      finished_at: z.number().nullable(),
      actor: z.string(),
      actor_name: z.string().nullable(),
    })
    .nullable(),
  /** Nothing was published for three intervals: automatic, the calculation is stopped; manual, nobody saved. */
  overdue: z.boolean(),
  /** Those of the last year, in order of time. */
  uncomputed: z.array(uncomputed),
})
export type Operation = z.infer<typeof operation>

export const getOperation = endpoint({
  base,
  method: 'GET',
  path: '/v1/calculation/operation',
  access: 'dashboard.view',
  reads: ['runs', 'tables', ...STATE],
  summary:
    'Whether the reservoir is operated automatically or manually, since when and by whom, whether nothing was published for three intervals, and which times have no result.',
  data: operation,
})

export const setOperation = endpoint({
  base,
  method: 'POST',
  path: '/v1/calculation/operation',
  access: 'dashboard.save-revert',
  changes: ['description', 'results', 'runs'],
  summary:
    'Switches between automatic and manual operation from now on. In manual operation readings are stored, and only what somebody saves is published. The times without results are computed by recalculate only.',
  body: z.strictObject({
    method: z.enum(['automatic', 'manual']),
    /** The mode that the caller saw; 409 when it has changed. */
    seen: z.enum(['automatic', 'manual']).optional(),
    reason: reason.optional(),
  }),
  data: operation,
})

export const getCalculationProgress = endpoint({
  base: 'main',
  access: 'interpolate.view',
  method: 'GET',
  path: '/v1/calculation/progress',
  reads: ['tables', 'runs', ...STATE],
  summary:
    'What is still to be recomputed after a change of tables or anything else; it runs in the background.',
  data: z.object({
    /** Days with something to compute; 0: all is done. */
    days: z.number(),
    /** Day (yyyy-MM-dd, UTC days of storage) of the oldest and newest of them; null: none. */
    oldest: z.string().nullable(),
    newest: z.string().nullable(),
    /** When the oldest of the marks was made, epoch ms; null: none. */
    since: z.number().nullable(),
  }),
})
