import type { Database } from '#server/lib/database.ts'

/** An actor with its own connection, which continues only when scheduled. */
export interface Actor {
  /** For the history of this actor: stops it between statements. */
  pause: () => Promise<void>
  run(pid: number, work: () => Promise<void>): void
}

type State = 'ready' | 'running' | 'paused' | 'done'

/**
 * Interleaves actors at their pauses in a given order. One that waits for a lock of another is left waiting, as by
 * PostgreSQL, and seen continuing when the lock is free.
 */
export class Scheduler {
  readonly #watch: Database
  readonly #actors: Turn[] = []
  readonly errors: unknown[] = []

  constructor(watch: Database) {
    this.#watch = watch
  }

  actor(): Actor {
    const turn = new Turn()
    this.#actors.push(turn)
    return {
      pause: () => turn.pause(),
      run: (pid, work) => {
        turn.pid = pid
        turn.begin(work, this.errors)
      },
    }
  }

  /** Gives turns by position in the order of the actors, then to all in rounds until they are done. */
  async play(order: readonly number[]): Promise<void> {
    for (const k of order) await this.#step(this.#actors[k % this.#actors.length])
    while (this.#actors.some((a) => a.state !== 'done')) for (const a of this.#actors) await this.#step(a)
    if (this.errors.length > 0) throw this.errors[0]
  }

  /** Lets an actor continue until its next pause, its end, or a lock held by another. */
  async #step(turn: Turn): Promise<void> {
    if (turn.state === 'done') return
    turn.go()
    while (turn.state === 'running' && !(await this.#waits(turn.pid))) await turn.moved()
  }

  async #waits(pid: number): Promise<boolean> {
    const [row] = await this.#watch.query<{ blocked: boolean }>(
      'SELECT cardinality(pg_blocking_pids($1)) > 0 AS blocked',
      [pid],
    )
    return row.blocked
  }
}

class Turn {
  state: State = 'ready'
  pid = 0
  #start: (() => void) | null = null
  #resume: (() => void) | null = null

  begin(work: () => Promise<void>, errors: unknown[]): void {
    const started = new Promise<void>((done) => (this.#start = done))
    void started
      .then(work)
      .catch((error: unknown) => errors.push(error))
      .finally(() => (this.state = 'done'))
  }

  pause(): Promise<void> {
    this.state = 'paused'
    return new Promise((done) => (this.#resume = done))
  }

  go(): void {
    if (this.state === 'ready') {
      this.state = 'running'
      this.#start!()
    } else if (this.state === 'paused') {
      this.state = 'running'
      this.#resume!()
    }
  }

  /** One turn of the event loop, so that answers of the database can arrive. */
  moved(): Promise<void> {
    return new Promise((done) => setImmediate(done))
  }
}
