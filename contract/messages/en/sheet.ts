import type { sheetMessages as vi } from '../vi/sheet.ts'

export const sheetMessages: Record<keyof typeof vi, string> = {
  sheet_legend: 'Legend',
  sheet_gap: 'No data',
  sheet_quality: 'quality',
}
