/**
 * What calls are about, as far as one call makes the answer of another old. An endpoint that reads names in `reads`
 * what its answer is made of; one that writes names in `changes` what it makes old. A client reads again by these.
 */
export const SUBJECTS = [
  'accounts',
  'sessions',
  'roles',
  'tokens',
  'wall-screens',
  'audit',
  /** Items of the plant and all that describes them: stations, sensors, parameters, settings, outlines and layers. */
  'description',
  /** Interpolation tables. */
  'tables',
  /** What was sent, edited, reviewed and found by quality checks. */
  'readings',
  /** What is calculated from readings, description and tables. */
  'results',
  /** Runs of the calculation, and who operates the reservoir. */
  'runs',
  'gate-log',
  'shift-log',
  'chart-views',
  'imports',
  'setup',
] as const
export type Subject = (typeof SUBJECTS)[number]

/** Of an answer that shows the state of the plant. */
export const STATE = ['description', 'readings', 'results'] as const satisfies readonly Subject[]
