import type { Issue } from '#core/tables/index.ts'
import { isMessageCode, text, type Language } from './messages.ts'

/** The text of a table's issue. row: how a data row is named to people, such as the row of their sheet. */
export function issueText(
  issue: Pick<Issue, 'message' | 'params' | 'other'>,
  language: Language,
  row: (dataRow: number) => number,
): string {
  const code = `issue_${issue.message}`
  if (!isMessageCode(code)) throw new Error(`no message for ${issue.message}`)
  const params: Record<string, string | number> = { ...issue.params }
  if (issue.other !== null) params.other = row(issue.other)
  return text(code, language, params)
}
