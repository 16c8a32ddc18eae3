import { useCallback } from 'react'
import { MAX_POINTS } from '#contract/edits.ts'
import { number } from '../../lib/format.ts'
import { TIME_PATTERN } from '../../lib/local-time.ts'
import { t, useText } from '../../lib/text/index.ts'
import type { LineProblem, EnteredPoints } from './points.ts'

/** Maximum number of lines listed. */
const LISTED = 5

export const inLine = (line: number, detail: string) => t('edits.points.line', { line, detail })

/** Errors of the lines of readings, by line; only the first ones where there are many. */
export function usePointsWords(): (points: EnteredPoints) => string {
  const { t, messageText, language } = useText()
  return useCallback(
    ({ points, problems, tooMany }: EnteredPoints) => {
      const detail = (p: LineProblem) => {
        switch (p.what) {
          case 'columns':
            return t('edits.points.columns')
          case 'time':
            return t('edits.points.time', { example: TIME_PATTERN[language] })
          case 'outside':
            return t('edits.points.outside')
          case 'number':
            return messageText(p.code, { text: p.text })
          case 'twice':
            return t('edits.points.twice', { line: p.other })
        }
      }
      const lines = problems.slice(0, LISTED).map((p) => inLine(p.line, detail(p)))
      if (problems.length > LISTED) lines.push(t('edits.points.more', { n: problems.length - LISTED }))
      if (tooMany) lines.push(t('edits.points.tooMany', { n: number(MAX_POINTS, 0) }))
      if (points.length === 0 && problems.length === 0) lines.push(messageText('required'))
      return lines.join('\n')
    },
    [t, messageText, language],
  )
}
