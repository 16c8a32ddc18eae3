import { fromLocal } from '#core/time/index.ts'
import { me as whoAmI } from '#contract/auth.ts'
import { draftHandover, signHandover } from '#contract/handover.ts'
import { addAct, type EditInput } from '#contract/edits.ts'
import { setSettingInterface } from '#contract/settings.ts'
import {
  addShiftEntry,
  changeOperator,
  getDuty,
  listDutyPeople,
  stepShiftOrder,
} from '#contract/shift-log.ts'
import { addToken } from '#contract/tokens.ts'
import { signedIn } from './ask.ts'
import type { World } from './world.ts'

const written = new WeakMap<World, Promise<string>>()

/**
 * The entries of a shift in the night of the flood, and the sheet that it hands over, signed by the outgoing
 * operator.
 */
export function writeNight(world: World): Promise<string> {
  let night = written.get(world)
  if (!night) written.set(world, (night = write(world)))
  return night
}

async function write(world: World): Promise<string> {
  const ask = await signedIn(world)
  const { people } = await ask(listDutyPeople, {})
  const { current } = await ask(getDuty, {})
  const named = (name: string) => people.find((p) => p.name === name)!.account_id
  const me = await ask(whoAmI, {})
  await ask(changeOperator, {
    body: {
      operator_id: me.account_id,
      at: '2026-11-13 22:00:00',
      shift: 'Ca 3',
      crew: 'Đỗ Văn Lâm, Trần Quốc Bảo',
      text: 'Bàn giao bình thường, mưa to từ 20 giờ',
      seen: current?.entry_id ?? null,
    },
  })
  const add = (body: object) => ask(addShiftEntry, { body: body as never })
  await add({ kind: 'note', at: '2026-11-13 23:10:00', text: 'Vớt rác lưới chắn cửa nhận nước' })
  const order = await add({
    kind: 'order',
    at: '2026-11-14 01:05:00',
    number: '125/LĐ-PCTT',
    party: 'Ban chỉ huy phòng chống thiên tai và tìm kiếm cứu nạn tỉnh',
    text: 'Vận hành cửa van số 2, 3 với độ mở 1,5 m; tổng lưu lượng xả không vượt quá 1.200 m³/s',
    acknowledged: true,
  })
  await ask(stepShiftOrder, {
    body: { entry_id: order.entry_id, version: order.version, step: 'carry_out', at: '2026-11-14 01:30:00' },
  })
  await add({
    kind: 'call',
    at: '2026-11-14 02:40:00',
    party: 'Điều độ A3',
    phone: '0236 222 1234',
    text: 'Hỏi công suất khả dụng đến 6 giờ',
  })
  await add({
    kind: 'order',
    at: '2026-11-14 04:05:00',
    number: '126/LĐ-PCTT',
    party: 'Ban chỉ huy phòng chống thiên tai và tìm kiếm cứu nạn tỉnh',
    text: 'Báo cáo mực nước hồ và lưu lượng đến mỗi 30 phút',
  })
  const draft = await ask(draftHandover, {
    body: {
      incoming_id: named('Nguyễn Thị Thúy Hằng'),
      words: 'Theo dõi cửa van số 3, tiếng ồn lạ khi mở quá 2 m.',
    },
  })
  const { sheet_id: sheet } = await ask(signHandover, {
    body: { sheet_id: draft.sheet_id, version: draft.version, password: world.password },
  })
  await ask(addToken, { body: { name: 'Trạm đo mưa Trà Bui', scopes: ['write'], series: null } })
  return sheet
}

/** The camera at the dam, by its address in the settings. */
export async function setCamera(world: World, address: string | null): Promise<void> {
  const ask = await signedIn(world)
  await ask(setSettingInterface, { body: { camera_path: address } })
}

const repaired = new WeakMap<World, Promise<void>>()

/** Edits of an hour of the tailwater: every grade that a person can give, a line in place of values, none. */
export function repair(world: World): Promise<void> {
  let done = repaired.get(world)
  if (!done) repaired.set(world, (done = mend(world)))
  return done
}

async function mend(world: World): Promise<void> {
  const ask = await signedIn(world)
  const at = (time: string) => fromLocal(`2026-11-19 ${time}:00`, 'Asia/Ho_Chi_Minh')!
  const acts: EditInput[] = (
    [
      ['08:25', '08:32', { kind: 'flag', grade: 1 }],
      ['08:36', '08:42', { kind: 'interpolate' }],
      ['08:46', '08:52', { kind: 'flag', grade: 4 }],
      ['08:56', '09:02', { kind: 'flag', grade: 5 }],
      ['09:08', '09:14', { kind: 'delete' }],
    ] as const
  ).map(([from, to, what]) => ({ series: 'level.downstream', from: at(from), to: at(to), ...what }))
  for (const act of acts) await ask(addAct, { body: { act, reason: 'So với thước' } })
}
