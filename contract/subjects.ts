/**
 * Subjects of calls, by which one call outdates the answer of another. A reading endpoint names in `reads` the subjects
 * of its answer; a writing one names in `changes` those that it changes. Clients refetch by these.
 */
export const SUBJECTS = [
  'accounts',
  'sessions',
  'roles',
  'tokens',
  'wall-screens',
  'audit',
  /** Items of the plant and their descriptions: stations, sensors, parameters, settings, outlines and layers. */
  'description',
  /** Interpolation tables. */
  'tables',
  /** Readings with their edits, reviews and fired checks. */
  'readings',
  /** Values calculated from readings, description and tables. */
  'results',
  /** Runs of the calculation, and the mode of operation. */
  'runs',
  'gate-log',
  'shift-log',
  /** Daily energy and revenue as entered, and the plan. */
  'output',
  'chart-views',
  /** Ready sheets, copies of them and templates. */
  'report-sheets',
  'imports',
  /** Reports that are made in the background, and those of schedules. */
  'reports',
  'setup',
  /** Weather forecasts, and the provider that is asked for them. */
  'weather',
] as const
export type Subject = (typeof SUBJECTS)[number]

/** Subjects of an answer that shows the state of the plant. */
export const STATE = ['description', 'readings', 'results'] as const satisfies readonly Subject[]
