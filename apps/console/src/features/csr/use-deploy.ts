import type { Csr } from '@support-console/contract'
import { useRef, useState } from 'react'
import { ApiError, api, newTransactionId, recordAction } from '../../api/index.ts'
import { type Open, openOutcome } from '../../api/use-change.ts'
import { useSession } from '../../session/index.ts'
import { announce } from '../../ui/announce.ts'
import { serverNow } from '../../ui/server-clock.ts'
import { noteBegun } from './begun.ts'
import type { Order } from './orders.ts'
import { text } from './texts.ts'
import type { useCsrs } from './use-csrs.ts'

/** A submit that waits for the server's answer. */
export interface Submit {
  readonly order: Order
  readonly transactionId: string
  /** Those of the attempts at the same order before this one. */
  readonly earlier: readonly string[]
}

/** A submit that was refused, or whose answer was lost; shown at its row. */
export interface Refusal extends Submit {
  readonly error: ApiError
  /** `lost`: what became of it is not known; `busy`: it was not begun (D9). */
  readonly open: Open
}

const actions = {
  upgrade: 'ActionUpgrade',
  downgrade: 'ActionDowngrade',
  change: 'ActionChange',
  return: 'ActionReturn',
} as const

/** Submits deployments, one at a time (4). What was refused stays at its server's row until it is closed or tried again. */
export function useDeploy({ put, readAgain }: Pick<ReturnType<typeof useCsrs>, 'put' | 'readAgain'>) {
  const email = useSession().user?.email ?? ''
  const [awaited, setAwaited] = useState<Submit | null>(null)
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Refusal>>(new Map())
  const isAwaiting = useRef(false)
  const note = (ip: string, refusal: Refusal | null) =>
    setRefusals((old) => {
      const next = new Map(old)
      if (refusal) next.set(ip, refusal)
      else next.delete(ip)
      return next
    })

  const send = async ({ order, transactionId, earlier }: Submit, before?: Open) => {
    const submit = { order, transactionId, earlier }
    isAwaiting.current = true
    setAwaited(submit)
    note(order.ip, null)
    try {
      const { data, message } = await post(submit)
      noteBegun(data.deploymentId)
      put(order.ip, (csr) => ({
        ...csr,
        csrStatus: data.csrStatus,
        returnTo: null,
        deployment: begun(csr, submit, data.deploymentId, email, serverNow()),
      }))
      announce(message)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      // What holds now is the server's to say: someone else may have been quicker, or only the answer was lost.
      const csrs = await readAgain()
      const now = csrs?.info.find(({ ipAddress }) => ipAddress === order.ip)
      const isOurs = [transactionId, ...earlier].includes(now?.deployment?.transactionId ?? '')
      if (isOurs && now?.deployment) noteBegun(now.deployment.deploymentId)
      // Busy may be the answer that was lost: nothing but another attempt leads on, and the server begins only one.
      const open = openOutcome(error, error.status === 'Busy' ? undefined : before)
      if (!isOurs) note(order.ip, { ...submit, error, open })
      return isOurs
    } finally {
      isAwaiting.current = false
      setAwaited(null)
    }
  }
  const attempt = (order: Order, earlier: readonly string[] = []) => {
    if (isAwaiting.current) return Promise.resolve(false)
    const transactionId = newTransactionId()
    recordAction(text('ScreenTitle'), text(actions[order.kind], order as NamesOf), transactionId)
    return send({ order, transactionId, earlier })
  }
  return {
    awaited,
    refusals,
    /** Whether a previous submit awaits the server, at this very moment. */
    isAwaiting: () => isAwaiting.current,
    /** After the user has confirmed. @returns whether it has begun */
    submit: (order: Order) => attempt(order),
    /**
     * Where only the answer was lost, the same transaction is asked for again. A refusal is the answer of its
     * transaction for a day (D9): after one, it takes a new attempt.
     */
    askAgain: (ip: string) => {
      const refusal = refusals.get(ip)
      if (!refusal || isAwaiting.current) return
      if (refusal.open === 'lost') void send(refusal, refusal.open)
      else void attempt(refusal.order, [...refusal.earlier, refusal.transactionId])
    },
    dismiss: (ip: string) => note(ip, null),
  }
}

type NamesOf = Readonly<Record<'server' | 'from' | 'to', string>>

function post({ order, transactionId }: Submit) {
  const { kind, ip, from, to, lastId, why: query } = order
  const params = { ip }
  return kind === 'return'
    ? api('POST /csrmanagement/v1/csrs/{ip}/return', {
        params,
        query,
        transactionId,
        body: { deploymentId: lastId },
      })
    : api('POST /csrmanagement/v1/csrs/{ip}/upgrade', {
        params,
        query,
        transactionId,
        body: { IPAddress: ip, Name: to, From: from },
      })
}

/** The deployment as it must have begun, until the next look says more. */
function begun(csr: Csr, { order, transactionId }: Submit, deploymentId: string, email: string, at: number) {
  // The server knows both releases, and which is newer.
  const kind = order.kind === 'change' ? 'upgrade' : order.kind
  return {
    deploymentId,
    kind,
    fromRelease: order.kind === 'return' ? order.from : csr.name,
    toRelease: order.to,
    createdBy: email,
    createdAt: new Date(at).toISOString(),
    startedAt: null,
    finishedAt: null,
    outcome: null,
    reason: '',
    transactionId,
    panelsBefore: null,
    panelsAfter: [],
  } satisfies Csr['deployment']
}
