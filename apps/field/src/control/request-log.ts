import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Store } from '../store/store.ts'
import type { System } from '../systems.ts'

/** What a system found out about a request: the SIMs, or the panel, that it is about, and what it asks for. */
export interface Note {
  /** For example 'read', 'session', 'deactivate'. */
  action: string
  iccids: string[]
}

export interface RequestLog {
  /** Writes down that a request came, before it is answered. */
  begin(system: System, request: IncomingMessage, response: ServerResponse): void
  /** Called by a system as soon as it understands the request; counts every SIM of it. */
  note(request: IncomingMessage, note: Note): void
  /** Counts SIMs of a request under one more name. */
  count(request: IncomingMessage, action: string, iccids: readonly string[]): void
  /** Counts for ever, and the last requests, newest first. */
  read(filter: { system?: string; iccid?: string; limit?: number }): unknown
}

interface Row {
  id: number
  at: number
  system: string
  method: string
  path: string
  transaction_id: string | null
  action: string | null
  iccids: string | null
  status: number | null
}

const KEPT_ROWS = 5000

/** What came in, kept in the store, so that nothing is forgotten by a kill. Query strings are not kept: they hold keys. */
export function openRequestLog(store: Store): RequestLog {
  store.define(`
    CREATE TABLE IF NOT EXISTS requests (
      id INTEGER PRIMARY KEY, at INTEGER NOT NULL, system TEXT NOT NULL, method TEXT NOT NULL, path TEXT NOT NULL,
      transaction_id TEXT, action TEXT, iccids TEXT, status INTEGER
    ) STRICT;
    CREATE TABLE IF NOT EXISTS request_counts (
      system TEXT NOT NULL, action TEXT NOT NULL, iccid TEXT NOT NULL, count INTEGER NOT NULL,
      PRIMARY KEY (system, action, iccid)
    ) STRICT`)
  const ids = new WeakMap<IncomingMessage, { id: number; system: System }>()

  return {
    begin(system, request, response) {
      const path = (request.url ?? '').split('?', 1)[0] ?? ''
      const transaction = request.headers['x-transaction-id']
      const row = store.get<{ id: number }>(
        'INSERT INTO requests (at, system, method, path, transaction_id) VALUES (?, ?, ?, ?, ?) RETURNING id',
        Date.now(),
        system,
        request.method ?? '',
        path,
        typeof transaction === 'string' ? transaction : null,
      )
      if (!row) return
      ids.set(request, { id: row.id, system })
      if (row.id % 500 === 0) store.run('DELETE FROM requests WHERE id <= ?', row.id - KEPT_ROWS)
      response.once('finish', () => {
        try {
          store.run('UPDATE requests SET status = ? WHERE id = ?', response.statusCode, row.id)
        } catch {
          // the field is going down and its store is closed already
        }
      })
    },
    note(request, { action, iccids }) {
      const known = ids.get(request)
      if (!known) return
      const text = iccids.join(' ').slice(0, 5000)
      store.run('UPDATE requests SET action = ?, iccids = ? WHERE id = ?', action, text, known.id)
      this.count(request, action, iccids)
    },
    count(request, action, iccids) {
      const known = ids.get(request)
      if (!known) return
      for (const iccid of iccids) {
        store.run(
          `INSERT INTO request_counts (system, action, iccid, count) VALUES (?, ?, ?, 1)
           ON CONFLICT DO UPDATE SET count = count + 1`,
          known.system,
          action,
          iccid,
        )
      }
    },
    read({ system, iccid, limit }) {
      const counts = store.all<{ system: string; action: string; iccid: string; count: number }>(
        `SELECT system, action, iccid, count FROM request_counts
         WHERE (?1 IS NULL OR system = ?1) AND (?2 IS NULL OR iccid = ?2) ORDER BY system, iccid, action`,
        system ?? null,
        iccid ?? null,
      )
      const rows = store.all<Row>(
        `SELECT * FROM requests WHERE (?1 IS NULL OR system = ?1)
         AND (?2 IS NULL OR ' ' || iccids || ' ' LIKE '% ' || ?2 || ' %') ORDER BY id DESC LIMIT ?3`,
        system ?? null,
        iccid ?? null,
        limit ?? 100,
      )
      return {
        counts,
        requests: rows.map((row) => ({
          id: row.id,
          at: new Date(row.at).toISOString(),
          system: row.system,
          method: row.method,
          path: row.path,
          transactionId: row.transaction_id,
          action: row.action,
          iccids: row.iccids ? row.iccids.split(' ') : [],
          status: row.status,
        })),
      }
    },
  }
}
