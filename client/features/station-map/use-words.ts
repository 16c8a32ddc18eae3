import { useCallback } from 'react'
import { DECIMALS, number, type Language } from '../../lib/format.ts'
import { useText } from '../../lib/text/index.ts'
import { arrowOf, ageWords, changeOf, courseOf, stationValueWords } from './words.ts'
import { RAIN, type ShownStation } from './values.ts'

const ROMAN = ['', 'I', 'II', 'III']

interface StationStateMark {
  kind: 'alarm' | 'warn' | 'quiet'
  icon: 'alarm' | 'warning' | 'stale' | 'missing'
  text: string
}

/** Describes what is wrong at a station; empty while all is well. */
export function useStates(at: number, zone: string): (s: ShownStation) => StationStateMark[] {
  const { t, language } = useText()
  return useCallback(
    (s: ShownStation) => {
      const marks: StationStateMark[] = []
      if (s.alarm > 0)
        marks.push({
          kind: s.alarm > 1 ? 'alarm' : 'warn',
          icon: s.alarm > 1 ? 'alarm' : 'warning',
          text: t('stationMap.alarm', { level: ROMAN[s.alarm] }),
        })
      if (s.state === 'late')
        marks.push({
          kind: 'warn',
          icon: 'stale',
          text: s.last
            ? t('stationMap.lateBy', { age: ageWords(s.last, at, zone, language) })
            : t('stationMap.late'),
        })
      if (s.state === 'none') marks.push({ kind: 'quiet', icon: 'missing', text: t('stationMap.none') })
      return marks
    },
    [t, at, zone, language],
  )
}

/** 'tăng 2.0 cm/giờ': direction and amount, or unchanged; null where neither is known. */
export function useCourseWords(): (s: ShownStation) => string | null {
  const { t, language } = useText()
  return (s) => {
    const course = courseOf(s)
    if (course === null) return null
    if (course === 'same') return t('stationMap.steady')
    const change = changeOf(s, language)
    const way = t(course === 'up' ? 'stationMap.rising' : 'stationMap.falling')
    if (change === null) return way
    const { by, within } = change
    return `${way} ${within === null ? t('stationMap.perHour', { value: by }) : t('stationMap.within', { value: by, time: within })}`
  }
}

/** Label below the name of a station on the map: the sum of rain, else the value with its trend. */
export function stationNoteOf(
  s: ShownStation,
  states: readonly StationStateMark[],
  language: Language,
): string {
  const value =
    s.station.station_type_id === RAIN
      ? `${s.rain?.total == null ? '-' : number(s.rain.total, DECIMALS.rain)} mm`
      : `${stationValueWords(s.last, s.unit, language)} ${arrowOf(s)}`.trim()
  return [value, ...states.map((m) => m.text)].join(' · ')
}
