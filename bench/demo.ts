import { startPlant, type Plant } from '#tests/browser/plant.ts'

const LONGEST = 120_000
/** Additional wait for each day of its past, ms. */
const A_DAY = 10_000

/** The demo with its simulated plant, once the figures of its past are computed. */
export async function settledDemo(report: (text: string) => void, days = 2): Promise<Plant> {
  report('waiting for the past of the demo')
  const plant = await startPlant({ days })
  try {
    const end = performance.now() + LONGEST + days * A_DAY
    for (;;) {
      const { inflow, outflow, last_calculation: last } = await plant.figures()
      if (inflow.value !== null && outflow.value !== null && last !== null && Date.now() - last < 600_000)
        return plant
      if (performance.now() > end) throw new Error('the past of the demo was not computed in time')
      await new Promise((done) => setTimeout(done, 500))
    }
  } catch (error) {
    await plant.close()
    throw error
  }
}
