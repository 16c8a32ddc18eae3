/**
 * `npm run proof [kills] [seed]`: kills the server and its database in the middle of ingest, twenty times each.
 * `npm run proof memory`: holds bodies back over many connections.
 * `npm run proof import-race [rounds]`: eight writers at the instants of imports that do not overwrite.
 * `npm run proof disk`: fills and empties a disk under ingest (as root: it mounts one).
 * `npm run proof reads`: twenty readers of everything with one token.
 * `npm run proof replicas [kills] [seed]`: kills one of three replicas at a time during ingest, imports and runs.
 * `npm run proof first-hour [minutes]`: disk space of a demo from its first start on.
 * `npm run proof citus`: what the program does with a database, on the cluster that CITUS_URL names; `-- citus --plain` on
 * PostgreSQL without Citus, to try the proof itself.
 * `npm run proof sheets`: opens a workbook with LibreOffice and prints it, where that is installed.
 * Each writes its results to docs/proof/, and exits with 1 if anything was lost or a limit was exceeded.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { NOT_RUN, walkOn } from './citus.ts'
import { fillDisk } from './disk.ts'
import { raceImports } from './import-race.ts'
import { MOST_DISK, firstHour, line } from './first-hour.ts'
import { SLOWEST_HEALTH, readAtOnce } from './reads.ts'
import { killInTheMiddle, type Report } from './kill.ts'
import { killReplicas } from './replicas.ts'
import { openSheets } from './sheets.ts'
import { holdBodiesBack, mb, MOST_GROWTH, SLOWEST } from './memory.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const OUT = join(ROOT, 'docs', 'proof')
const log = (line: string) => void process.stdout.write(`${line}\n`)

mkdirSync(OUT, { recursive: true })
const [first, ...rest] = process.argv.slice(2)
const PROOFS: Record<string, (...args: string[]) => Promise<boolean>> = {
  memory: proveMemory,
  'import-race': proveRace,
  disk: proveDisk,
  reads: proveReads,
  'first-hour': proveFirstHour,
  replicas: proveReplicas,
  citus: proveCitus,
  sheets: proveSheets,
}
const proof = first === undefined ? undefined : PROOFS[first]
process.exitCode = (await (proof ? proof(...rest) : proveKills(first, ...rest))) ? 0 : 1

async function proveRace(rounds = '10'): Promise<boolean> {
  const r = await raceImports(Number(rounds), 20261122, log)
  write(
    'import-race',
    `# Imports and ingest on the same instants

${machine()} Made by \`npm run proof import-race\`.

In each round ${r.writers} connections send readings of one series to random instants of the last 36 days without pause, while the page's import, which does not overwrite, brings a file with another value for every one of these instants. Days are open, closed and packed.

| | |
|---|---|
| rounds | ${r.rounds} |
| readings acknowledged meanwhile | ${r.acknowledged.toLocaleString('en-US')} |
| readings in the files, of them reported as new | ${r.given.toLocaleString('en-US')}, ${r.fresh.toLocaleString('en-US')} |
| **problems: acknowledged and replaced or gone, wrongly reported as new** | **${r.problems.length}** |
`,
    r.problems,
  )
  return r.problems.length === 0
}

async function proveFirstHour(minutes = '60'): Promise<boolean> {
  const r = await firstHour(Number(minutes), log)
  const problems = [
    ...(r.most.all <= MOST_DISK ? [] : [`${line(r.most)} at ${r.most.at} s`]),
    ...(r.complete === null ? ['its history was not complete'] : []),
  ]
  write(
    'first-hour',
    `# What a demo takes on disk

${machine()} Made by \`npm run proof first-hour ${minutes}\`.

A demo with its 400 days of history is started on an empty folder, and the folder measured every two seconds for ${minutes} minutes. Allowed: ${MOST_DISK / 1e6} MB.

| | after s | |
|---|---|---|
| at most | ${r.most.at} | **${line(r.most)}** |
| at the end | ${r.end.at} | ${line(r.end)} |

Its history was complete after ${r.complete ?? '-'} s.
`,
    problems,
  )
  return problems.length === 0
}

async function proveCitus(...args: string[]): Promise<boolean> {
  const r = await walkOn(process.env.CITUS_URL ?? null, args.includes('--plain'), log).catch(
    (error: Error) => error,
  )
  if (r === NOT_RUN) return true
  if (r instanceof Error) {
    log(`citus: ${r.message}`)
    return false
  }
  const rows = r.journeys.map((j) => `| ${j.name} | ${j.problem === null ? 'yes' : '**no**'} |`)
  write(
    'citus',
    `# The program on several machines

${machine()} Made by \`npm run proof citus\`.

${
  r.machines === null
    ? `**On plain PostgreSQL ${r.version}, to try the proof itself: this says nothing about a cluster.** On one, the tables are distributed first.`
    : `Citus ${r.citus} on PostgreSQL ${r.version}, ${r.machines} machines. ${r.distributed} statements distributed the tables.`
}

| journey | ended as it should |
|---|---|
${rows.join('\n')}
`,
    r.journeys.flatMap((j) => (j.problem === null ? [] : [`${j.name}: ${j.problem}`])),
  )
  return r.journeys.every((j) => j.problem === null)
}

async function proveSheets(): Promise<boolean> {
  const r = await openSheets(log)
  if (r === null) return true
  write(
    'sheets',
    `# Workbooks opened by another program

${machine()} Made by \`npm run proof sheets\`.

${r.program} opens a workbook with a cover, ${r.rows} rows, flags, gaps and a chart, prints it as PDF and shows its figures with their decimals.

| | |
|---|---|
| pages | ${r.pages} |
| **problems** | **${r.problems.length}** |
`,
    r.problems,
  )
  return r.problems.length === 0
}

async function proveReads(): Promise<boolean> {
  const r = await readAtOnce(log)
  const n = (x: number) => x.toLocaleString('en-US')
  const problems = [
    ...(r.read === r.readers * r.readings ? [] : [`${n(r.read)} readings came`]),
    ...(r.slowest <= SLOWEST_HEALTH ? [] : [`/healthz took ${r.slowest} ms`]),
  ]
  write(
    'reads',
    `# One token that reads everything

${machine()} Made by \`npm run proof reads\`.

${r.readers} readers with the same token read the same ${n(r.readings)} readings, page after page, while another client asks /healthz.

| | |
|---|---|
| readings that came | ${n(r.read)} in ${r.seconds} s |
| calls told to come back later (429) | ${n(r.refused)} |
| /healthz meanwhile, times | ${n(r.looks)} |
| /healthz, median / slowest | ${r.median} / **${r.slowest} ms** |
`,
    problems,
  )
  return problems.length === 0
}

async function proveReplicas(kills = '30', seed = '20261123'): Promise<boolean> {
  const r = await killReplicas(Number(kills), Number(seed), log)
  const n = (x: number) => Math.round(x).toLocaleString('en-US')
  const { findings: f } = r
  const lost = Object.values(f).flat()
  const slowest = (list: readonly number[]) => (list.length > 0 ? `${n(Math.max(...list))} ms` : '-')
  const rows = r.kills.map(
    (k, i) => `| ${i + 1} | ${k.victim} | ${k.after} | ${k.held.join(', ') || '-'} | ${n(k.streams)} |`,
  )
  const problems = [...lost, ...r.problems]
  write(
    'replicas',
    `# kill -9 of one of three replicas

${machine()} Seed ${seed}. Made by \`npm run proof replicas\`.

Three replicas (\`ROLE=all\`, \`LEASE_SECONDS=5\`) share one database, one of them through a transaction pooler and without \`DATABASE_DIRECT_URL\`. Six connections send readings without pause, two to each; a file of 160,000 readings after the other is imported, and a span of 2,500 hours recalculated again and again, by whichever replica takes the job. A random replica is killed with SIGKILL and started again with the same command: nothing else is done.

| | |
|---|---|
| kills | ${r.kills.length} |
| acknowledged | ${n(r.acknowledgedReadings)} readings in ${n(r.acknowledgedCalls)} calls; ${n(r.unanswered)} attempts broke off |
| readings read back and compared, over all rounds and replicas | ${n(r.compared)} |
| **acknowledged and lost, altered, there twice, in part, or never sent** | **${lost.length}** |
| imports brought to their end, their readings read back and compared | ${r.imports}, ${n(r.imported)} |
| recalculations brought to their end, instants computed | ${r.runs}, ${n(r.instants)} |
| jobs of killed replicas, longest until another had one (allowed 60,000 ms) | ${r.takeovers.length}, ${slowest(r.takeovers)} |
| streams of the living that ended, longest until all were heard again | ${r.problems.filter((p) => p.includes('stream')).length}, ${slowest(r.kills.map((k) => k.streams))} |
| **problems** | **${problems.length}** |

| kill | replica | calls since the last | jobs that it held | streams of the living heard after ms |
|---|---|---|---|---|
${rows.join('\n')}
`,
    problems,
  )
  return problems.length === 0
}

async function proveDisk(): Promise<boolean> {
  const r = await fillDisk([120, 40, 120, 0, 10], log)
  const rows = r.rounds.map(
    (x) =>
      `| ${x.left} | ${x.ingest || '-'} | ${x.signIn || '-'} | ${x.read || '-'} | ${x.disk} | ${x.back} |`,
  )
  write(
    'disk',
    `# A disk that fills

${machine()} Made by \`npm run proof disk\`.

Four connections send without pause to a server on a file system of 900 MB with \`DISK_RESERVE=150\`. Another program fills it but for so many MB, and leaves it again. 0 MB is a disk without a byte left, on which PostgreSQL may stop. ${r.acknowledged.toLocaleString('en-US')} readings were acknowledged in all and read back at the end.

| MB left | ingest | signing in | reading | \`disk\` of /readyz | taken again after ms |
|---|---|---|---|---|---|
${rows.join('\n')}

**Acknowledged and lost, or other than sent: ${Object.values(r.findings).flat().length}.**
`,
    r.problems,
  )
  return r.problems.length === 0
}

function write(name: string, text: string, problems: readonly string[]): void {
  const list = problems.slice(0, 100).map((p) => `- ${p}`)
  writeFileSync(
    join(OUT, `${name}.md`),
    text + (list.length > 0 ? `\n## Problems\n\n${list.join('\n')}\n` : ''),
  )
  log(`${problems.length} problems; written to docs/proof/${name}.md`)
}

async function proveKills(kills = '20', seed = '20261120'): Promise<boolean> {
  let failed = false
  for (const victim of ['server', 'database'] as const) {
    const report = await killInTheMiddle({ victim, kills: Number(kills), seed: Number(seed), print: log })
    const problems = [...Object.values(report.findings).flat(), ...report.wrong]
    failed ||= problems.length > 0
    const file = join(OUT, `kill-${victim}.md`)
    writeFileSync(file, page(report, problems))
    log(`${victim}: ${problems.length} problems; written to docs/proof/kill-${victim}.md`)
  }
  return !failed
}

/** Growth allowed, and how long an answer may take meanwhile. */
async function proveMemory(): Promise<boolean> {
  const all = await holdBodiesBack(log)
  const problems = all.flatMap((g) => [
    ...(g.most - g.before > MOST_GROWTH ? [`${g.what}: grew by ${mb(g.most - g.before)}`] : []),
    ...(g.health > SLOWEST ? [`${g.what}: /healthz took ${Math.round(g.health)} ms`] : []),
  ])
  const rows = all.map(
    (g) =>
      `| ${g.what} | ${g.connections} | ${g.open} | ${mb(g.before)} | ${mb(g.most)} | ${mb(g.most - g.before)} | ${Math.round(g.health)} | ${Math.round(g.signIn)} |`,
  )
  const text = `# Bodies that are held back

${machine()} Made by \`npm run proof memory\`.

Each connection sends all of a body but its last byte and waits. Allowed: ${mb(MOST_GROWTH)} more than before, /healthz within ${SLOWEST} ms.

| load | connections | open at the end | before | at most | growth | slowest /healthz, ms | slowest sign-in, ms |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
${listed(problems)}`
  writeFileSync(join(OUT, 'memory.md'), text)
  log(`memory: ${problems.length} problems; written to docs/proof/memory.md`)
  return problems.length === 0
}

function page(r: Report, problems: string[]): string {
  const { findings: f } = r
  const n = (x: number) => x.toLocaleString('en-US')
  const backs = r.kills.map((k) => k.back).sort((a, b) => a - b)
  const rows = r.kills.map((k, i) => `| ${i + 1} | ${k.what} | ${k.after} | ${n(k.back)} |`)
  return `# kill -9 of the ${r.victim} in the middle of ingest

${machine()} Seed ${r.seed}. Made by \`npm run proof\`.

Eight connections send without pause, in calls of 1 to 2,000 readings as JSON, lines and CSV, to eight series: six of the last hours, two of days long closed (which the packer packs meanwhile). One call in seven says something new of instants already stored. ${
    r.victim === 'server'
      ? 'The server is killed with SIGKILL, which leaves its database running, and started again with the same command: nothing else is done.'
      : 'The postmaster, one of its processes, or all of them are killed with SIGKILL; the server goes on and brings the database back by itself: nothing is done.'
  } Then everything ever sent is read back and compared. Half of the calls that broke off are sent again, as loggers do.

| | |
|---|---|
| kills | ${r.kills.length} |
| acknowledged | ${n(r.acknowledgedReadings)} readings in ${n(r.acknowledgedCalls)} calls |
| attempts that broke off | ${n(r.unanswered)}; of their calls that were never acknowledged, ${n(r.stored)} are stored whole, ${n(r.absent)} not at all |
| readings read back and compared, over all rounds | ${n(r.compared)} |
| **acknowledged and lost** | **${f.lost.length}** |
| **there with another value** | **${f.altered.length}** |
| **there twice** | **${f.doubled.length}** |
| there and never sent | ${f.strange.length} |
| calls stored in part | ${f.torn.length} |
| answers that count wrongly | ${r.wrong.length} |
| until ready again, median / longest | ${n(backs[backs.length >> 1])} / ${n(backs.at(-1)!)} ms |

| kill | of | after acknowledged calls | ready again, ms |
|---|---|---|---|
${rows.join('\n')}
${listed(problems)}`
}

function listed(problems: readonly string[]): string {
  if (problems.length === 0) return ''
  return `\n## Problems\n\n${problems
    .slice(0, 100)
    .map((p) => `- ${p}`)
    .join('\n')}\n`
}

/** Time, commit and machine of the run. */
function machine(): string {
  const at = new Date().toISOString().slice(0, 16).replace('T', ' ')
  return `${at} UTC, commit ${commit()}. Node ${process.versions.node}, ${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, Linux ${release()}.`
}

function commit(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
  try {
    const changed = git('status', '--porcelain', '--', 'server', 'core', 'contract').length > 0
    return git('rev-parse', '--short=12', 'HEAD') + (changed ? ' with changes' : '')
  } catch {
    return 'unknown'
  }
}
