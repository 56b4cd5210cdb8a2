import { randomUUID } from 'node:crypto'
import { calls, type PlainBatchRow } from '@support-console/contract'
import type { AuditedTransaction } from '../../platform/audit/audited-transaction.ts'
import type { Api } from '../../platform/http/api.ts'
import { recordRead } from '../../platform/http/record-read.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { Problem } from '../../platform/problem.ts'
import type { Carriers } from '../../systems/carriers/carrier.ts'
import { findSim, type InventorySim, shortSimId } from '../sims/index.ts'
import { simStatesOf, type Views } from '../states/index.ts'
import { statusText, subjectOf } from './batch-rows.ts'
import { batchLocation } from './batches.routes.ts'
import type { Deactivations } from './deactivations.ts'
import { belongsTo, readOnlineStatus, readQueryDevice } from './query-device.ts'
import { notInInventory } from './unknown-sim.ts'
import { toggleUsability, usabilityOf } from './usability.ts'

/** What SIM Management does with one SIM (2.4). */
export function registerSimManagement(
  api: Api,
  carriers: Carriers,
  { deactivations, viewOf }: { deactivations: Deactivations; viewOf: Views },
): void {
  const { platform } = api
  const { db } = platform

  async function known(simId: string): Promise<InventorySim> {
    const sim = await findSim(db, simId)
    if (!sim) throw notInInventory(simId)
    return sim
  }

  registerCall(api, calls.queryDevice, async (context) => {
    const { params, signal } = context
    const data = await readQueryDevice({ platform, carriers }, { simId: params.SimId, signal })
    if (data.vpnPassword) await recordRead(api, calls.queryDevice, context)
    return { data }
  })

  registerCall(api, calls.queryDeviceNetworkStatus, async ({ params, signal }) => ({
    data: { OnlineStatus: await readOnlineStatus({ platform, carriers }, { simId: params.SimId, signal }) },
  }))

  registerCall(api, calls.getSimUsability, async ({ params }) => ({
    data: usabilityOf(await known(params.SimId)),
  }))

  registerCall(api, calls.toggleSimUsability, async ({ params, query, user, transactionId }, work) => {
    const simId = params.SimId
    return work.finish(async (trx) => {
      const data = await toggleUsability(trx, { simId, from: query.from, transactionId, email: user.email })
      return {
        data,
        message: `SIM ${shortSimId(simId)} is now ${data}.`,
        entry: { message: `Mark SIM ${simId} ${data.toLowerCase()}` },
      }
    })
  })

  registerCall(api, calls.getSimSubject, async ({ params, user }) => {
    const sim = await known(params.SimId)
    const states = await simStatesOf(db, viewOf(user), [sim.iccid])
    const { name, rules } = carriers[sim.vendorCode]
    return {
      data: {
        iccid: sim.iccid,
        vendorCode: sim.vendorCode,
        carrierName: name,
        ...belongsTo(sim),
        cannotUndo: rules.cannotUndo,
        deactivatedAt: sim.deactivatedAt?.toISOString() ?? null,
        state: states.get(sim.iccid) ?? null,
      },
    }
  })

  registerCall(api, calls.deactivateSim, async (context, work) => {
    const { params, transactionId, user, why, remoteAddress, signal, respondAsync } = context
    const sim = await known(params.SimId)
    const { iccid, vendorCode } = sim
    const batchId = randomUUID()
    const { carrierName } = subjectOf(carriers, vendorCode, null)
    work.about({ message: `Deactivate SIM ${iccid} at ${carrierName}` })
    const orders = [{ iccid, vendorCode }]
    const begin = async (trx: AuditedTransaction) => {
      await deactivations.begin(trx, {
        batchId,
        isSingle: true,
        transactionId,
        user,
        why,
        remoteAddress,
        orders,
      })
      return {
        status: 'Accepted' as const,
        data: { iccid, status: 'Ready' },
        message: `${carrierName} is being asked to deactivate SIM ${shortSimId(iccid)}.`,
        headers: batchLocation(batchId),
        entry: { message: `Ask ${carrierName} to deactivate SIM ${iccid}`, result: 'Intent' },
      }
    }
    if (respondAsync) return work.finish(begin)
    await work.step(begin)
    const [row] = await deactivations.ended(batchId, signal)
    if (!row) throw new Error(`batch ${batchId} has no row`)
    if (row.state !== 'done') {
      // What came of it at the carrier is entered with the SIM: this entry is of the answer.
      work.about({ message: `Tell what became of SIM ${iccid} at ${carrierName}` })
      throw new Problem(
        row.problem ?? 'CarrierError',
        row.state === 'stopped' ? `The SIM was ${row.note}.` : row.note,
      )
    }
    return work.finish(async () => {
      const data: PlainBatchRow = { iccid, status: statusText(row.state, row.note) }
      const how = row.note ? `: ${row.note}` : ' now'
      return {
        data,
        message: `SIM ${shortSimId(iccid)} is deactivated at ${carrierName}${how}.`,
        entry: { message: `Tell that SIM ${iccid} is deactivated at ${carrierName}` },
      }
    })
  })
}
