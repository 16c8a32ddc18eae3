import type { PaceLevel, ReportSpan } from '#core/report/schedule.ts'
import type { ReportBody } from '#contract/report.ts'
import type { ReportSchedule, ScheduleBody, SchedulePace } from '#contract/report-schedules.ts'

/** A state as its form has it: all as text. */
export interface PaceDraft {
  name: string
  from: string
  to: string
  level: PaceLevel | ''
  spill: string
  /** Times of day, with commas; ignored where `every` is set. */
  times: string
  every: string
}

export interface ScheduleDraft {
  name: string
  /** Id of a sheet; empty: a report of the quantities below. */
  sheet: string
  period: 'previous' | 'current'
  span: ReportSpan
  kind: ReportBody['kind']
  format: 'xlsx' | 'csv'
  quantities: string[]
  stations: string[]
  outlets: string[]
  recipients: string
  language: 'vi' | 'en'
  delay: string
  paces: PaceDraft[]
}

const NO_CONDITION = { from: '', to: '', level: '', spill: '' } as const
export const NEW_PACE: PaceDraft = { name: '', ...NO_CONDITION, times: '07:00', every: '' }

/** Quantities of a new schedule, of those that the plant has. */
const USUAL = [
  'general.lake_level',
  'general.total_discharge_lake',
  'general.total_discharge_out',
  'general.total_discharge_dam',
  'general.total_discharge_turbine',
  'basin.rain',
]

/** Names of the states of the template. */
type TemplateNames = Readonly<Record<'above' | 'flood' | 'wet' | 'dry', string>>

/** The flood season where no seasonal limits are described: of most basins of Vietnam. */
const FLOOD_SEASON = { from: '06-15', to: '11-30' }

/** How often dams are observed (domain.md 9.1): by season, in a flood, and above the design flood level. */
export const templatePaces = (
  names: TemplateNames,
  season: { from: string; to: string } | null,
): PaceDraft[] => [
  { ...NEW_PACE, name: names.above, level: 'designedFlood', times: '', every: '15' },
  { ...NEW_PACE, name: names.flood, spill: '0.5', times: '', every: '60' },
  { ...NEW_PACE, name: names.wet, ...(season ?? FLOOD_SEASON), times: '01:00, 07:00, 13:00, 19:00' },
  { ...NEW_PACE, name: names.dry, times: '07:00, 19:00' },
]

/** A new schedule: what dams report, as often as they are observed. */
export const newDraft = (
  known: readonly string[],
  paces: PaceDraft[],
  name: string,
  language: 'vi' | 'en',
): ScheduleDraft => ({
  name,
  sheet: '',
  period: 'previous',
  span: 'last_24h',
  kind: 'hourly',
  format: 'xlsx',
  quantities: USUAL.filter((id) => known.includes(id)),
  stations: [],
  outlets: [],
  recipients: '',
  language,
  delay: '5',
  paces,
})

export function scheduleDraft(one: ReportSchedule): ScheduleDraft {
  const { what } = one
  const { name, language } = one
  const none = newDraft([], [], name, language)
  return {
    ...none,
    ...(what.of === 'sheet'
      ? { sheet: what.sheet, period: what.period }
      : {
          span: what.span,
          format: what.format,
          kind: what.report.kind,
          quantities: what.report.quantities,
          stations: what.report.stations,
          outlets: what.report.outlets,
        }),
    recipients: one.recipients.join('\n'),
    delay: String(one.delay),
    paces: one.paces.map(({ name, when, times }) => ({
      name,
      from: when?.season?.from ?? '',
      to: when?.season?.to ?? '',
      level: when?.aboveLevel ?? '',
      spill: when?.aboveSpill === undefined ? '' : String(when.aboveSpill),
      times: 'at' in times ? times.at.join(', ') : '',
      every: 'every' in times ? String(times.every) : '',
    })),
  }
}

/** Parts of a text between commas, semicolons, spaces or lines. */
const parts = (text: string) => text.split(/[\s,;]+/).filter((part) => part !== '')
const numberOf = (text: string) => (text.trim() === '' ? undefined : Number(text.trim().replace(',', '.')))

function paceOf({ name, from, to, level, spill, times, every }: PaceDraft): SchedulePace {
  const above = numberOf(spill)
  const when = {
    ...((from || to) && { season: { from: from.trim(), to: to.trim() } }),
    ...(level && { aboveLevel: level }),
    ...(above !== undefined && { aboveSpill: above }),
  }
  return {
    name,
    when: Object.keys(when).length === 0 ? null : when,
    times: every ? { every: Number(every) as 15 } : { at: parts(times) },
  }
}

type ReportPart = Extract<ScheduleBody['what'], { of: 'report' }>['report']

/** The body of a draft. kept: parts of the report that the form does not show. */
export const scheduleOf = (d: ScheduleDraft, kept: Partial<ReportPart> = {}): ScheduleBody => ({
  name: d.name,
  what: d.sheet
    ? { of: 'sheet', sheet: d.sheet, period: d.period }
    : {
        of: 'report',
        span: d.span,
        format: d.format,
        report: { ...kept, kind: d.kind, quantities: d.quantities, stations: d.stations, outlets: d.outlets },
      },
  paces: d.paces.map(paceOf),
  delay: numberOf(d.delay) ?? 0,
  recipients: d.recipients
    .split(/[\n,;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== ''),
  language: d.language,
})
