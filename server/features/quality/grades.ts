import type { CHECK_GRADES } from '#core/description/index.ts'
import { ESTIMATED, REJECTED, SUSPECT } from '#core/quality/index.ts'

type CheckGrade = (typeof CHECK_GRADES)[number]

const GRADES: Record<CheckGrade, number> = { ESTIMATED, SUSPECT, REJECTED }

export const gradeOf = (name: CheckGrade | null): number | null => (name === null ? null : GRADES[name])

export function gradeNamed(grade: number | null): CheckGrade | null {
  return (Object.keys(GRADES) as CheckGrade[]).find((name) => GRADES[name] === grade) ?? null
}
