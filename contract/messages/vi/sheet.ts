/** Words of the workbooks and CSV files that are downloaded. */
export const sheetMessages = {
  sheet_legend: 'Ký hiệu',
  sheet_gap: 'Không có số liệu',
  sheet_quality: 'chất lượng',
} as const
