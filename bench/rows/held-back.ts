import { holdBodiesBack, mb, MOST_GROWTH, SLOWEST } from '#tests/proof/memory.ts'
import { line, type Row } from '../row.ts'
import { ms } from '../stats.ts'

export const heldBack: Row = {
  name: 'held-back',
  title: 'memory of the Node process while bodies are held back',
  async run(bench) {
    const all = await holdBodiesBack((text) => bench.report(text))
    return {
      lines: all.flatMap((g) => [
        line(`memory, ${g.connections} bodies held back ${g.what}`, {
          measured: `+${mb(g.most - g.before)}`,
          aim: `<= +${mb(MOST_GROWTH)}`,
          met: g.most - g.before <= MOST_GROWTH,
          limit: 'connections themselves, and room for bodies of those with a token (server/lib/uploads.ts).',
        }),
        line('  /healthz meanwhile', {
          measured: `${ms(g.health)} at most`,
          aim: `<= ${ms(SLOWEST)}`,
          met: g.health <= SLOWEST,
          limit: 'the load is made on the same two cores.',
        }),
      ]),
      notes: [
        'held-back: each connection sends all of a body but its last byte; resident size of a server without a plant, from before until the load has stood for twelve seconds.',
      ],
    }
  },
}
