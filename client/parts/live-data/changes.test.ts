import { expect, test } from 'vitest'
import type { Outlet, Waterdepth } from '#contract/dashboard.ts'
import { reaches, touched } from './changes.ts'

const outlets = [{ series: { input: 'gate.1', output: 'leaf.1.q' } }] as Outlet[]
const depths = [{ series: 'level.1' }] as Waterdepth[]
const moved = (codes: string[], spans: { series: string[]; from: number; to: number }[] = [], t = 100) => ({
  now: 200,
  last: codes.map((c): [string, number, number, number] => [c, t, 1, 0]),
  spans,
})

test('a change refetches only what it affects', () => {
  const of = (code: string) => touched(moved([code]), outlets, depths)
  expect(of('general.lake_level')).toEqual({ figures: true, outlets: false, waterdepths: false })
  expect(of('basin.rain')).toEqual({ figures: true, outlets: false, waterdepths: false })
  expect(of('level.1')).toEqual({ figures: true, outlets: false, waterdepths: true })
  expect(of('gate.1')).toEqual({ figures: false, outlets: true, waterdepths: false })
  expect(of('leaf.1.q')).toEqual({ figures: false, outlets: true, waterdepths: false })
  expect(of('camera.temperature')).toEqual({ figures: false, outlets: false, waterdepths: false })
})

test('a chart is refetched when values within it changed, not for new values at its end', () => {
  const data = { from: 0, to: 100, live: true }
  const code = 'general.lake_level'
  expect(reaches(moved([code], [{ series: [code], from: 100, to: 100 }]), data)).toBe(false)
  expect(reaches(moved([code], [{ series: [code], from: 50, to: 100 }]), data)).toBe(true)
  expect(reaches(moved([], [{ series: [code], from: 50, to: 60 }]), data)).toBe(true)
  expect(reaches(moved([], [{ series: [code], from: -20, to: -10 }]), data)).toBe(false)
  expect(reaches(moved([], [{ series: ['leaf.1.q'], from: 50, to: 60 }]), data)).toBe(false)
  expect(reaches(moved([], [{ series: [code], from: 150, to: 160 }]), data)).toBe(true)
  expect(reaches(moved([], [{ series: [code], from: 150, to: 160 }]), { ...data, live: false })).toBe(false)
})
