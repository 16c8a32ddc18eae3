import type { Widen } from '../widen.ts'
import type { priceVi } from '../vi/price.ts'

export const priceEn: Widen<typeof priceVi> = {
  price: {
    about: 'Tariffs, time-of-use bands, and what energy earns.',
    compute: 'Calculate',
    result: 'Result',
    ratio: {
      title: 'Water use and output coefficient',
      about: 'Of a unit, from turbine discharge, head and power.',
      Q: 'Turbine discharge Q',
      H: 'Head H',
      P: 'Power P',
      water: 'Water use',
      K: 'Output coefficient K = P / (Q · H)',
    },
  },
}
