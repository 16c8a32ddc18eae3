import { describe, expect, test } from 'vitest'
import { killInTheMiddle } from './kill.ts'
import { Ledger, noFindings } from './ledger.ts'

const KILLS = 3
const MINUTES = 4 * 60_000

describe('kill -9 in the middle of ingest', () => {
  for (const victim of ['server', 'database'] as const)
    test(
      `of the ${victim}: acknowledged readings are there once`,
      async () => {
        const report = await killInTheMiddle({ victim, kills: KILLS, seed: victim === 'server' ? 7 : 11 })
        expect(report.findings).toEqual(noFindings())
        expect(report.wrong).toEqual([])
        expect(report.kills).toHaveLength(KILLS)
        // It was in the middle: some calls were accepted, some under way.
        expect(Math.min(...report.kills.map((k) => k.after))).toBeGreaterThan(0)
        expect(report.unanswered).toBeGreaterThan(0)
        expect(report.compared).toBeGreaterThan(report.acknowledgedReadings / 2)
      },
      MINUTES,
    )
})

describe('the ledger reports', () => {
  const call = { series: 's', readings: [1, 2, 3].map((t) => ({ t, v: t * 10 })) }
  const acknowledged = () => {
    const ledger = new Ledger()
    ledger.send(call)
    ledger.acknowledge(call)
    return ledger
  }
  const found = (ledger: Ledger, rows: [number, number | null, number][]) => {
    const findings = noFindings()
    ledger.check('s', rows, findings)
    return Object.entries(findings).flatMap(([kind, list]) => list.map(() => kind))
  }
  const whole: [number, number | null, number][] = [
    [1, 10, 0],
    [2, 20, 0],
    [3, 30, 0],
  ]

  test('nothing where everything is there', () => expect(found(acknowledged(), whole)).toEqual([]))
  test('a lost reading', () => expect(found(acknowledged(), whole.slice(1))).toEqual(['lost']))
  test('a duplicate', () => expect(found(acknowledged(), [whole[0], ...whole])).toEqual(['doubled']))
  test('another value', () =>
    expect(found(acknowledged(), [[1, 11, 0], whole[1], whole[2]])).toEqual(['altered']))
  test('no value where there was one', () =>
    expect(found(acknowledged(), [[1, null, 0], whole[1], whole[2]])).toEqual(['altered']))
  test('a reading that nobody sent', () =>
    expect(found(acknowledged(), [...whole, [4, 40, 0]])).toEqual(['strange']))

  test('half of a call without an answer, and accepts the whole or nothing', () => {
    const ledger = new Ledger()
    ledger.send(call)
    ledger.leave(call)
    expect(found(ledger, whole)).toEqual([])
    expect(found(ledger, [])).toEqual([])
    expect(found(ledger, whole.slice(0, 2))).toEqual(['torn'])
  })

  test('no half where another call without an answer wrote one of its instants', () => {
    const ledger = new Ledger()
    const newer = { series: 's', readings: [{ t: 2, v: 21 }] }
    for (const broken of [call, newer]) {
      ledger.send(broken)
      ledger.leave(broken)
    }
    expect(found(ledger, [[2, 21, 0]])).toEqual([])
    expect(found(ledger, [whole[0], [2, 21, 0], whole[2]])).toEqual([])
    expect(ledger.openCalls(() => new Map([[2, 21]]))).toEqual({ stored: 1, absent: 1 })
    // Still half: the first reading is of that call, the third is missing.
    expect(found(ledger, [whole[0], [2, 21, 0]])).toEqual(['torn'])
  })

  test('half of a call over acknowledged readings', () => {
    const ledger = acknowledged()
    const newer = { series: 's', readings: call.readings.map(({ t, v }) => ({ t, v: v + 1 })) }
    ledger.send(newer)
    ledger.leave(newer)
    expect(found(ledger, whole)).toEqual([])
    expect(found(ledger, [[1, 11, 0], whole[1], whole[2]])).toEqual(['torn'])
  })

  test('the old value after a new one was acknowledged', () => {
    const ledger = acknowledged()
    const newer = { series: 's', readings: [{ t: 2, v: 21 }] }
    ledger.send(newer)
    expect(found(ledger, whole)).toEqual([])
    ledger.acknowledge(newer)
    expect(found(ledger, whole)).toEqual(['altered'])
  })
})
