import { buffer } from 'node:stream/consumers'
import { writeWorkbook } from '#server/lib/sheets/workbook.ts'

/** A workbook of prices with one tariff. */
export const priceBook = (): Promise<Buffer> =>
  buffer(
    writeWorkbook({
      language: 'en',
      zone: 'UTC',
      sheets: [
        {
          kind: 'data',
          name: 'tariffs',
          columns: ['id', 'name', 'kind', 'calendar', 'price'].map((h) => ({
            head: [h],
            unit: '',
            format: 'text',
          })),
          rows: [['walked', 'walked', 'flat', 'EVN-2014', 1000]],
          frozen: 0,
        },
      ],
    }),
  )
