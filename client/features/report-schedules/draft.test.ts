import { expect, test } from 'vitest'
import { scheduleBody } from '#contract/report-schedules.ts'
import { scheduleOf, scheduleDraft, newDraft, templatePaces } from './draft.ts'

const NAMES = { above: 'Above', flood: 'Flood', wet: 'Wet', dry: 'Dry' }

test('the template is the schedule of observations at dams, and its draft comes back as it was', () => {
  const draft = newDraft(
    ['general.lake_level', 'basin.rain'],
    templatePaces(NAMES, { from: '07-01', to: '11-30' }),
    'Sheet',
    'vi',
  )
  const body = scheduleBody.parse(scheduleOf({ ...draft, recipients: ' a@x.vn\nb@x.vn; ' }))
  expect(body.recipients).toEqual(['a@x.vn', 'b@x.vn'])
  expect(body.what).toMatchObject({ report: { quantities: ['general.lake_level', 'basin.rain'] } })
  expect(body.paces).toEqual([
    { name: 'Above', when: { aboveLevel: 'designedFlood' }, times: { every: 15 } },
    { name: 'Flood', when: { aboveSpill: 0.5 }, times: { every: 60 } },
    {
      name: 'Wet',
      when: { season: { from: '07-01', to: '11-30' } },
      times: { at: ['01:00', '07:00', '13:00', '19:00'] },
    },
    { name: 'Dry', when: null, times: { at: ['07:00', '19:00'] } },
  ])
  const shown = {
    ...body,
    schedule_id: 'sc',
    version: 1,
    maker: null,
    own: true,
    paused: false,
    stopped: null,
    pace: null,
    next: null,
    faults: 0,
    updated_at: 0,
  }
  expect(scheduleBody.parse(scheduleOf(scheduleDraft(shown)))).toEqual(body)
  const sheet = { ...shown, what: { of: 'sheet' as const, sheet: 'daily', period: 'current' as const } }
  expect(scheduleOf(scheduleDraft(sheet)).what).toEqual(sheet.what)
})
