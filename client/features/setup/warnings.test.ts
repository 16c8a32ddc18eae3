import { expect, test } from 'vitest'
import { draftOf } from '../../lib/form/draft.ts'
import { setupWarnings } from './warnings.ts'

test('warns of a design flood level below the normal level, which is possible', () => {
  const levels = (designedFlood: number) =>
    draftOf({ plant: { levels: { dead: 375, normal: 410, designedFlood } }, release: { mode: 'none' } })
  expect(setupWarnings('levels', levels(405))).toMatchObject([
    { key: 'setup.warning.floodBelowNormal', fill: { flood: 405, normal: 410 } },
  ])
  expect(setupWarnings('levels', levels(410))).toEqual([])
})

test('warns of a gate without a width', () => {
  const form = (mode: string, gate: object) =>
    draftOf({ release: { mode }, gates: [{ id: 'gate.1', name: 'Tràn', type: 2, method: 'auto', ...gate }] })
  expect(setupWarnings('release', form('gates', { parameters: { sill: 400 } }))).toEqual([
    { key: 'setup.warning.gateFormula', fill: { name: 'Tràn' }, fields: ['width'] },
  ])
  expect(setupWarnings('release', form('gates', { parameters: { width: 12, sill: 400 } }))).toEqual([])
  expect(setupWarnings('release', form('gates', { method: 'measured' }))).toEqual([])
  expect(setupWarnings('release', form('gates', { type: 5, parameters: { diameter: 2 } }))[0].fields).toEqual(
    ['length', 'inletInvert'],
  )
  expect(setupWarnings('release', form('measured', {}))).toEqual([])
})
