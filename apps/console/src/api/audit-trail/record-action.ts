import { madePlain } from '@support-console/contract/plain-text'
import { backOff, getSession, getToken, onSession, refreshNow } from '../../session/index.ts'
import { localStore } from '../../ui/safe-storage.ts'
import { serverNow } from '../../ui/server-clock.ts'
import type { BodyOf } from '../call-types.ts'
import { request } from '../request.ts'
import { newTransactionId } from '../transaction.ts'
import { Outbox, type WaitingEntry } from './outbox.ts'

/**
 * The activity log's console side (specification 1, 3 and 7, D18): recording never blocks and never fails for
 * the user; what cannot be delivered now is delivered later, also after a reload.
 */
const CALL = 'POST /activity/v1/activitylog'
/** One tab at a time delivers. */
const LOCK = 'support-console-activity'
const TIMEOUT = 20_000

let outbox: Outbox
let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0

/**
 * Records what the user did: `recordAction('SIM Information', 'Compare SIM 8901…0013', transactionId)`.
 * `activity` is the screen's title, `message` the description; give the transaction id of the action's calls
 * (D8), once: a second entry under the same id would be refused (D9).
 */
export function recordAction(activity: string, message: string, transactionId = newTransactionId()): void {
  const { subject, sessionId, user } = getSession()
  if (!subject) return
  outbox.put({
    transactionId,
    subject,
    sessionId: sessionId ?? '',
    email: user?.email ?? '',
    activity,
    // What was typed or pasted may hold anything; the entry must not be refused for it.
    message: madePlain(message.slice(0, 10_000)),
    at: serverNow(),
  })
  void deliver()
}

/** Sends what waits from now on, whenever a token is there, and records sign-in and sign-out (specification 2.3). */
export function startRecording(): void {
  outbox = new Outbox(localStore)
  onSession('signedOn', () => recordAction('UserLogIn', 'Sign in'))
  onSession('tokenOffered', () => void deliver())
  onSession('beforeSignOut', async (transactionId) => {
    recordAction('UserLogOut', 'Sign out', transactionId)
    await deliver()
  })
  addEventListener('online', () => void deliver())
  addEventListener('pagehide', sendWhileLeaving)
}

let delivering: Promise<void> | null = null
let again = false

/** Sends all that waits; entries that come meanwhile too. Resolves when nothing more can be done now. */
function deliver(): Promise<void> {
  again = true
  delivering ??= (async () => {
    while (again) {
      again = false
      await navigator.locks.request(LOCK, sendWaiting)
    }
  })().finally(() => {
    delivering = null
  })
  return delivering
}

async function sendWaiting(): Promise<void> {
  clearTimeout(timer)
  for (;;) {
    const { subject } = getSession()
    const entry = subject === null ? undefined : outbox.waiting(subject)[0]
    if (!entry) return
    const outcome = await send(entry).catch(() => 'later' as const)
    if (outcome === 'later') {
      failures += 1
      timer = setTimeout(() => void deliver(), backOff(failures))
      return
    }
    failures = 0
    outbox.remove(entry)
  }
}

/** `over`: recorded, or refused for good, which the developer's console then says. */
async function send(entry: WaitingEntry): Promise<'over' | 'later'> {
  const token = await getToken()
  // The wait may have been long: an entry never travels under another user's token.
  if (getSession().subject !== entry.subject) return 'later'
  const { response, result } = await post(entry, token, AbortSignal.timeout(TIMEOUT))
  if (response.ok) return 'over'
  if (response.status === 401) await refreshNow('the activity log answered 401')
  const isBusy = (result as { status?: unknown } | null)?.status === 'Busy'
  if (response.status >= 500 || [401, 408, 429].includes(response.status) || isBusy) return 'later'
  console.error(`The activity log refused an entry (${response.status}): ${entry.activity}, ${entry.message}`)
  return 'over'
}

function post(entry: WaitingEntry, token: string, signal?: AbortSignal) {
  const body: BodyOf<typeof CALL> = {
    SessionId: entry.sessionId,
    Email: entry.email,
    Activity: entry.activity,
    ActionMessage: entry.message,
    Detailinfo: '',
  }
  const [method, path] = CALL.split(' ') as ['POST', string]
  return request({
    method,
    path: `/api${path}`,
    body,
    headers: { Authorization: `Bearer ${token}`, 'X-Transaction-Id': entry.transactionId },
    signal,
    // What is on its way when the page is left arrives all the same.
    keepalive: true,
  })
}

/** The page is left: what still waits is sent without waiting for the answer; if it gets lost, it is sent again. */
function sendWhileLeaving(): void {
  const { subject } = getSession()
  if (subject === null) return
  const waiting = outbox.waiting(subject).slice(0, 10)
  if (waiting.length === 0) return
  const now = AbortSignal.timeout(0)
  void getToken(now).then(
    (token) => Promise.allSettled(waiting.map((entry) => post(entry, token))),
    () => undefined,
  )
}
