import type { DescriptionSeed } from '#contract/description.ts'

const price = (season: 'dry' | 'wet', [peak, normal, off]: readonly [number, number, number]) => [
  { class: 'peak', season, price: peak },
  { class: 'normal', season, price: normal },
  { class: 'off', season, price: off },
]

/**
 * The invented tariff of the demo, VND/kWh: in the shape of the avoided-cost tariff, with round prices about as high as
 * its published means. The capacity price is paid beside the energy price.
 */
export const TARIFFS: NonNullable<DescriptionSeed['tariffs']> = [
  {
    id: 'demo',
    body: {
      name: 'Biểu giá mô phỏng',
      kind: 'table',
      calendar: 'EVN-2014',
      currency: 'VND',
      prices: [...price('dry', [750, 700, 650]), ...price('wet', [700, 650, 600])],
      capacity: [{ class: 'peak', season: 'dry', price: 2200 }],
    },
  },
]
