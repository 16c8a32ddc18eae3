import type pg from 'pg'

/** The pool, or a client inside a transaction. */
export type Sql = Pick<pg.ClientBase, 'query'>
