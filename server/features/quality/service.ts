import type { Instants } from '#core/calculation/index.ts'
import { inForce, type Description } from '#core/description/index.ts'
import {
  rolesAt,
  thresholdsOf,
  watchesOf,
  type Role,
  type Watch,
  type Window,
} from '#core/quality/checks/index.ts'
import { slice } from '#core/series/index.ts'
import { DAY, utcDay, utcDayStart } from '#core/time/index.ts'
import type { Change, Client, History, Span } from '#server/features/history/index.ts'
import { DESCRIPTION_MARK, type Plants } from '#server/features/plants/index.ts'
import type { Registry } from '#server/features/readings/index.ts'
import { digest } from '#server/lib/secrets.ts'
import type { Services } from '#server/lib/services.ts'
import { computedTasks, readOf } from './computed.ts'
import { createData } from './data.ts'
import {
  complete,
  dryTask,
  missingTask,
  rainTask,
  readingsTask,
  stuckTask,
  twinTask,
  type Scene,
  type Task,
} from './looks.ts'
import { clearOthers, keepThresholds, settle, thresholdsOn, type Found, type Regraded } from './store.ts'

const HOUR = 3_600_000
/** Rules are known this far on both sides of what is looked at: as far as a look may widen. */
const AROUND = 15 * DAY
/** Readings of days farther apart than this are looked at by themselves. */
const APART = DAY
/** What peers are read of on both sides. */
const BESIDE = 75 * 60_000
/** Computed values of this long on both sides serve most checks of them. */
const MARGIN = 5 * HOUR
/** Later readings are those of now; what comes for a time before is looked at with its neighbours too. */
const LATE = 2 * HOUR

export interface Quality {
  run(c: Client, d: Description, marks: readonly Span[], now: number): Promise<readonly Change[]>
  runComputed(c: Client, d: Description, span: Instants): Promise<readonly Change[]>
  /** Looks for silences, which begin and last without anything coming. */
  look(): Promise<void>
}

interface Touched extends Window {
  code: string
}

export function createQuality(
  s: Services,
  deps: { plants: Plants; history: History; registry: Registry },
): Quality {
  const { plants, history, registry } = deps
  /** Days whose thresholds are known to be stored. */
  const kept = new Set<string>()

  const factsOf = async (hydroCode: string) => [...(await registry.known(hydroCode)).values()]

  /** Readings that marks name, and those of days whose thresholds changed. */
  const touchedBy = async (c: Client, d: Description, marks: readonly Span[], now: number) => {
    const facts = await factsOf(d.hydroCode)
    const measured = new Set(facts.filter((f) => f.source === 'ingest').map((f) => f.code))
    const touched: Touched[] = marks
      .filter((m) => measured.has(m.series) && m.from <= now)
      .map((m) => ({ code: m.series, from: m.from, to: Math.min(m.to, now) }))
    const described = marks.filter((m) => m.series === DESCRIPTION_MARK)
    const days = new Set<number>()
    const changed = new Set<number>()
    const each = (list: readonly Window[], into: Set<number>) => {
      for (const { from, to } of list)
        for (let day = utcDay(from); day <= utcDay(Math.min(to, now)); day++) into.add(day)
    }
    each(described, changed)
    each(touched, days)
    for (const day of changed) days.delete(day)
    const regraded: Regraded[] = []
    const put = new Map<number, string>()
    const unknown = [...changed, ...[...days].filter((day) => !kept.has(`${d.hydroCode} ${day}`))]
    const stored =
      unknown.length > 0 ? await thresholdsOn(c, d.hydroCode, unknown) : new Map<number, string>()
    for (const day of unknown) {
      const [from, to] = [utcDayStart(day), utcDayStart(day + 1)]
      const had = stored.get(day)
      if (had !== undefined && !changed.has(day)) {
        kept.add(`${d.hydroCode} ${day}`)
        continue
      }
      const { watches, roles } = watchesOf(d, facts, from, to)
      const text = digest(thresholdsOf(watches, roles))
      if (had === text) continue
      put.set(day, text)
      if (!changed.has(day)) continue
      for (const role of roles.values()) touched.push({ code: role.series, from, to: Math.min(to - 1, now) })
      const keys = watches.map((w) => w.key)
      regraded.push(...(await clearOthers(c, d.hydroCode, keys, { from, to: to - 1 }, now)))
    }
    await keepThresholds(c, d.hydroCode, [...put.keys()], [...put.values()])
    return { facts, touched, regraded }
  }

  const sceneOf = (d: Description, roles: ReadonlyMap<string, Role>, now: number, c: Client): Scene => ({
    d,
    roles,
    now,
    data: createData(history, d, roles, now, c),
    async before(code, t) {
      return (await history.at(d.hydroCode, code, t, { client: c, unchecked: true }))?.t ?? null
    },
    async after(code, t) {
      for (let from = t + 1, step = DAY; from <= s.clock.now(); from += step, step *= 8) {
        const to = Math.min(from + step - 1, s.clock.now())
        const found = await history.read(d.hydroCode, [code], from, to, { client: c, unchecked: true })
        const series = found.get(code)!
        for (let i = 0; i < series.t.length; i++) if (series.v[i] === series.v[i]) return series.t[i]
      }
      return null
    },
  })

  const regrade = async (c: Client, hydroCode: string, list: readonly Regraded[]) =>
    list.length === 0 ? [] : history.reflect(c, hydroCode, list, ['bin'])

  return {
    async run(c, d, marks, now) {
      const { facts, touched, regraded } = await touchedBy(c, d, marks, now)
      for (const group of clusters(touched)) {
        const from = Math.min(...group.map((x) => x.from))
        const to = Math.max(...group.map((x) => x.to))
        const { watches, roles } = watchesOf(d, facts, from - AROUND, Math.min(to + AROUND, now) + 1)
        const scene = sceneOf(d, roles, now, c)
        await fetchAhead(scene, group)
        const found: Found[] = []
        for (const task of tasksOf(scene, watches, group)) found.push(...(await complete(task, now)))
        regraded.push(...(await settle(c, d.hydroCode, found, now)))
      }
      return regrade(c, d.hydroCode, unite(regraded))
    },

    async runComputed(c, d, span) {
      const now = s.clock.now()
      const zone = (inForce(d.plant, now) ?? d.plant.at(-1))?.body.zone
      if (!zone) return []
      const facts = await factsOf(d.hydroCode)
      const { watches } = watchesOf(d, [], span.from - AROUND, Math.min(span.to + AROUND, now) + 1)
      const data = createData(history, d, rolesAt(d, facts, span.to), now, c)
      const from = Math.min(span.from - MARGIN, span.to - DAY)
      const to = Math.min(span.to + MARGIN, now)
      const codes = readOf(watches)
      const read = await history.read(d.hydroCode, codes, from, to, { client: c, raw: true })
      const ahead = { from, to, data: read }
      const scene = {
        d,
        zone,
        async read(codes: readonly string[], from: number, to: number) {
          const end = Math.min(to, now)
          if (from < ahead.from || end > ahead.to || codes.some((code) => !ahead.data.has(code)))
            return history.read(d.hydroCode, codes, from, end, { client: c, raw: true })
          return new Map(codes.map((code) => [code, slice(ahead.data.get(code)!, from, end + 1)]))
        },
        readings: async (code: string, from: number, to: number) => (await data.get(code, from, to)).series,
      }
      const found: Found[] = []
      for (const task of computedTasks(scene, watches, span)) found.push(...(await complete(task, now)))
      return regrade(c, d.hydroCode, unite(await settle(c, d.hydroCode, found, now)))
    },

    async look() {
      for (const hydroCode of await plants.codes()) {
        const d = await plants.describe(hydroCode)
        const now = s.clock.now()
        const { watches, roles } = watchesOf(d, await factsOf(hydroCode), now - AROUND, now + 1)
        const silent = watches.filter((w) => w.kind === 'missing' && w.rules.at(-1)!.enabled)
        const last = await history.last(
          hydroCode,
          silent.flatMap((w) => w.series),
        )
        const late = silent.flatMap((watch) => {
          const role = roles.get(watch.series[0])
          const at = last.get(watch.series[0])?.t
          const steps = watch.rules.at(-1)!.limits.steps ?? 3
          return role && at !== undefined && now - at > steps * role.every ? [{ watch, role, at }] : []
        })
        if (late.length === 0) continue
        await s.db.tx(async (c) => {
          const scene = sceneOf(d, roles, now, c)
          const found: Found[] = []
          for (const { watch, role, at } of late)
            found.push(...(await complete(missingTask(scene, role, watch, { from: at, to: now }), now)))
          await settle(c, hydroCode, found, now)
        })
      }
    },
  }
}

/** Groups of what was touched, days apart from each other. */
function clusters(touched: readonly Touched[]): Touched[][] {
  const groups: Touched[][] = []
  let end = -Infinity
  for (const one of [...touched].sort((a, b) => a.from - b.from)) {
    if (one.from > end + APART) groups.push([])
    groups.at(-1)!.push(one)
    end = Math.max(end, one.to)
  }
  return groups
}

/** What the checks of most series look at, read together: rain a day back, others half an hour of their readings. */
async function fetchAhead(scene: Scene, group: readonly Touched[]): Promise<void> {
  const byReach = Map.groupBy(
    group.filter((x) => scene.roles.has(x.code)),
    (x) => {
      const role = scene.roles.get(x.code)!
      if (role.what === 'rain') return 24 * HOUR
      const own = 45 * (role.every > 0 ? role.every : 300_000)
      return role.peers.length > 0 ? Math.max(own, BESIDE) : own
    },
  )
  for (const [reach, list] of byReach)
    await scene.data.fetch(
      [...new Set(list.flatMap((x) => [x.code, ...scene.roles.get(x.code)!.peers]))],
      Math.min(...list.map((x) => x.from)) - reach,
      Math.max(...list.map((x) => x.to)) + reach,
    )
}

function tasksOf(scene: Scene, watches: readonly Watch[], group: readonly Touched[]): Task[] {
  const bySeries = new Map<string, Watch[]>()
  for (const watch of watches)
    for (const code of watch.series) {
      const list = bySeries.get(code)
      if (list) list.push(watch)
      else bySeries.set(code, [watch])
    }
  const tasks: Task[] = []
  const twins = new Map<Watch, Window>()
  const dry = new Map<string, Window>()
  for (const { code, from, to } of group) {
    const role = scene.roles.get(code) ?? strange(code)
    const mine = bySeries.get(code) ?? []
    const readings = mine.filter((w) => w.kind === 'range' || w.kind === 'rate' || w.kind === 'spike')
    if (readings.length > 0) tasks.push(readingsTask(scene, role, readings, { from, to }))
    for (const watch of mine) {
      if (watch.kind === 'stuck' && role.what !== 'rain')
        tasks.push(stuckTask(scene, role, watch, { from, to }))
      if (watch.kind === 'missing' && role.every > 0)
        tasks.push(missingTask(scene, role, watch, { from, to }))
      if (watch.kind === 'rain') tasks.push(rainTask(scene, role, watch, { from, to }))
      if (watch.kind === 'twin') widen(twins, watch, { from, to })
    }
    // On the hour; of late rain the neighbours too.
    if (role.what === 'rain' && Math.floor(to / HOUR) * HOUR >= from) {
      widen(dry, code, { from, to })
      if (to < scene.now - LATE) for (const near of role.near) widen(dry, near.series, { from, to })
    }
  }
  for (const [watch, window] of twins) tasks.push(twinTask(scene, watch, window))
  for (const [code, window] of dry) {
    const role = scene.roles.get(code)
    const watch = bySeries.get(code)?.find((w) => w.kind === 'stuck')
    if (role && watch && role.near.length >= 2) tasks.push(dryTask(scene, role, watch, window))
  }
  return tasks
}

/** A series that the description does not name, but a check does. */
const strange = (series: string): Role => ({
  series,
  what: 'other',
  unit: '',
  kind: 'instant',
  every: 0,
  scale: [1, 0],
  peers: [],
  near: [],
  station: null,
  stationName: null,
})

function widen<K>(map: Map<K, Window>, key: K, { from, to }: Window): void {
  const had = map.get(key)
  map.set(key, had ? { from: Math.min(had.from, from), to: Math.max(had.to, to) } : { from, to })
}

/** Spans of one series that overlap become one. */
function unite(list: readonly Regraded[]): Regraded[] {
  const out: Regraded[] = []
  for (const x of [...list].sort((a, b) =>
    a.series === b.series ? a.from - b.from : a.series < b.series ? -1 : 1,
  )) {
    const before = out.at(-1)
    if (before && before.series === x.series && x.from <= before.to + 1) before.to = Math.max(before.to, x.to)
    else out.push({ ...x })
  }
  return out
}
