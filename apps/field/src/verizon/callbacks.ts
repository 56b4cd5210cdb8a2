import type { Store } from '../store/store.ts'

/** How a result is told: a mode for all, or 'mixed': by the last but one digit of the ICCID (docs/field.md). */
export const callbackModes = ['mixed', 'once', 'twice', 'late', 'never'] as const
export type CallbackMode = (typeof callbackModes)[number]

interface Registration {
  service: string
  url: string
  username: string
  password: string
}

export interface Callbacks {
  register(registration: Registration): void
  remove(service: string): boolean
  list(): Registration[]
  /** Tells one result to the registered address; whether it was acknowledged with 2xx. */
  deliver(result: Result, count: number): Promise<boolean>
}

export interface Result {
  requestId: string
  iccid: string
  fault: { faultcode: string; faultstring: string } | undefined
}

export const MOST_DELIVERIES = 4
const SERVICE = 'CarrierService'

export function openCallbacks(store: Store): Callbacks {
  store.define(`
    CREATE TABLE IF NOT EXISTS verizon_callbacks (
      service TEXT PRIMARY KEY, url TEXT NOT NULL, username TEXT NOT NULL, password TEXT NOT NULL
    ) STRICT`)
  const list = () => store.all<Registration>('SELECT service, url, username, password FROM verizon_callbacks')
  return {
    register: ({ service, url, username, password }) =>
      void store.run(
        'INSERT OR REPLACE INTO verizon_callbacks (service, url, username, password) VALUES (?, ?, ?, ?)',
        service,
        url,
        username,
        password,
      ),
    remove: (service) => store.run('DELETE FROM verizon_callbacks WHERE service = ?', service) > 0,
    list,
    async deliver({ requestId, iccid, fault }, count) {
      const registration = list().find(({ service }) => service === SERVICE)
      if (!registration) return true
      const body = {
        username: registration.username,
        password: registration.password,
        requestId,
        deviceIds: [{ kind: 'Iccid', id: iccid }],
        ...(fault ? { faultResponse: fault } : { deviceResponse: {} }),
        status: fault ? 'Failed' : 'Success',
        callbackCount: count,
        maxCallbackThreshold: MOST_DELIVERIES,
      }
      try {
        const answer = await fetch(registration.url, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
          redirect: 'manual',
          signal: AbortSignal.timeout(10_000),
        })
        await answer.body?.cancel()
        return answer.ok
      } catch {
        return false
      }
    },
  }
}
