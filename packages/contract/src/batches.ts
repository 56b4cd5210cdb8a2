import { z } from 'zod'
import { longestOtherCell, longestOtherHeading, mostBatchRows, mostOtherColumns } from './batch-file.words.ts'
import { defineCall } from './call.ts'
import { vendorCodes } from './carriers.ts'
import { why } from './reasons.ts'
import { PlainBatchRow } from './sim-management.ts'
import { SimState } from './states.ts'
import { plainText } from './text.ts'

/**
 * Where a row of a batch stands. `asking`: the carrier is being asked. `waiting`: it has taken the request and its
 * result is awaited. `settling`: its answer was lost, and the SIM is being read to find out (D5). The last five are
 * final; `invalid` rows never were to be asked.
 */
export const batchRowStates = [
  'ready',
  'asking',
  'waiting',
  'settling',
  'done',
  'failed',
  'unknown',
  'stopped',
  'invalid',
] as const
export type BatchRowState = (typeof batchRowStates)[number]

/** What a list says of a SIM in its other columns (D35): kept for the result's file, and shown to no one else. */
const OtherCells = z
  .array(
    z.strictObject({ column: plainText(longestOtherHeading).min(1), value: plainText(longestOtherCell) }),
  )
  .max(mostOtherColumns)

/** A row before the batch begins (D23): 'Ready', or 'Error: ' and the reason. */
export const CheckedBatchRow = z.object({
  iccid: z.string(),
  status: z.string(),
  other: OtherCells,
  vendorCode: z.enum(vendorCodes).nullable(),
  carrierName: z.string().nullable(),
  companyName: z.string().nullable(),
  /** The one it has (D40); null: it is no SIM of ours, or the reader may not read states. */
  simState: SimState.nullable(),
  /** As in SimSubject. */
  cannotUndo: z.string(),
})
export type CheckedBatchRow = z.infer<typeof CheckedBatchRow>

/** A row of the list that is to be deactivated: as batchupload gives it, or only ICCID and status. */
export const OrderedBatchRow = z.strictObject({
  ...CheckedBatchRow.partial().shape,
  iccid: plainText(100).min(1, 'must not be empty'),
  status: plainText(500),
})
export type OrderedBatchRow = z.infer<typeof OrderedBatchRow>

const OrderedBatchRows = z
  .array(OrderedBatchRow)
  .min(1, 'must hold at least one SIM')
  .max(mostBatchRows, `must hold at most ${mostBatchRows} SIMs`)
  .refine(
    (rows) => otherColumnsOf(rows).length <= mostOtherColumns,
    `must hold at most ${mostOtherColumns} other columns`,
  )
  .refine(
    (rows) =>
      rows.every(({ other = [] }) => new Set(other.map(({ column }) => column)).size === other.length),
    'must name each other column of a row once',
  )

/** The names of the other columns, each once. */
export const otherColumnsOf = (rows: readonly Pick<OrderedBatchRow, 'other'>[]): string[] => [
  ...new Set(rows.flatMap(({ other = [] }) => other.map(({ column }) => column))),
]

export const batchUpload = defineCall({
  method: 'POST',
  path: '/simmanagement/v1/batchupload',
  access: 'sim-management.change',
  spec: '2.4, 5, 7, D23, D35',
  audit: { screen: 'SIM Management', action: 'Check a batch file', changesNothing: true },
  summary: 'Read a batch file and check each of its SIMs; nothing is asked of a carrier',
  takesText: true,
  /** The file's text: as a JSON text, or as it is with Content-Type text/plain. */
  body: z.string().max(1_048_576),
  data: z.array(CheckedBatchRow),
})

export const BatchRow = CheckedBatchRow.omit({ other: true, simState: true }).extend({
  /** A cell for each of the batch's other columns. */
  otherCells: z.array(z.string()),
  state: z.enum(batchRowStates),
  /** The step's own id within the batch's transaction (D8). */
  subTransactionId: z.string(),
  /** When the carrier was asked; UTC, ISO 8601. */
  askedAt: z.string().nullable(),
  settledAt: z.string().nullable(),
})
export type BatchRow = z.infer<typeof BatchRow>

const batchFacts = {
  batchId: z.string(),
  transactionId: z.string(),
  /** The e-mail of the person who began it. */
  createdBy: z.string(),
  createdAt: z.string(),
  /** Null while it runs. */
  finishedAt: z.string().nullable(),
  /** When someone stopped the rows that were not asked yet, and who. */
  stoppedAt: z.string().nullable(),
  stoppedBy: z.string().nullable(),
  /** The batch whose failed rows this one tries again. */
  retryOf: z.string().nullable(),
  /** The name of the file that the list came from; empty where no one said. */
  fileName: z.string(),
  /** Why, and for which ticket, as the person who began it says; empty where they do not. */
  reason: z.string(),
  ticket: z.string(),
  counts: z.object({
    all: z.number().int(),
    success: z.number().int(),
    /** Every final row that is no success. */
    error: z.number().int(),
    /** Not settled yet, those being asked included. */
    ready: z.number().int(),
  }),
}

export const BatchSummary = z.object(batchFacts)
export type BatchSummary = z.infer<typeof BatchSummary>

export const Batch = z.object({
  ...batchFacts,
  /** The other columns of the list (D35). */
  otherColumns: z.array(z.string()),
  /** Whether some server works on batches at the moment; while none does, an open one waits. */
  isWorkedOn: z.boolean(),
  rows: z.array(BatchRow),
})
export type Batch = z.infer<typeof Batch>

/** What a caller with `Prefer: respond-async` is given, with a Location (D6). */
const StartedBatch = z.object({ batchId: z.string() })

export const batchDeactivation = defineCall({
  method: 'POST',
  path: '/simmanagement/v1/batchdeactivation',
  access: 'sim-management.change',
  spec: '2.4, 7, D5, D6, D35',
  audit: { screen: 'SIM Management', action: 'Deactivate a batch of SIMs' },
  summary:
    'Deactivate the ready SIMs of a list; with Prefer: respond-async as a batch that goes on by itself',
  /** `fileName`: where the list came from. */
  query: z.strictObject({ fileName: plainText(200).optional(), ...why }),
  cutsOff: true,
  body: OrderedBatchRows,
  /** The rows with their results; the batch's id with Prefer: respond-async. */
  data: z.union([z.array(PlainBatchRow), StartedBatch]),
})

export const listBatches = defineCall({
  method: 'GET',
  path: '/simmanagement/v1/batches',
  access: 'sim-management.read',
  spec: 'D5, D6',
  summary: 'The batches of the last 30 days, the newest first, at most 50',
  data: z.array(BatchSummary),
})

const batchParams = z.strictObject({ batchId: z.guid('must be the id of a batch') })

export const getBatch = defineCall({
  method: 'GET',
  path: '/simmanagement/v1/batches/{batchId}',
  access: 'sim-management.read',
  spec: 'D5, D6',
  summary: 'A batch with its rows as they stand now',
  params: batchParams,
  data: Batch,
})

export const stopBatch = defineCall({
  method: 'POST',
  path: '/simmanagement/v1/batches/{batchId}/stop',
  access: 'sim-management.change',
  spec: 'D5',
  audit: { screen: 'SIM Management', action: 'Stop batch {batchId}', object: 'batch {batchId}' },
  summary: 'Leave out the rows of a batch that no carrier was asked about yet',
  params: batchParams,
  data: Batch,
})

export const retryBatch = defineCall({
  method: 'POST',
  path: '/simmanagement/v1/batches/{batchId}/retry',
  access: 'sim-management.change',
  spec: 'D5',
  audit: { screen: 'SIM Management', action: 'Try batch {batchId} again', object: 'batch {batchId}' },
  summary: 'Begin a batch of the rows of another that did not succeed',
  params: batchParams,
  query: z.strictObject(why),
  cutsOff: true,
  data: StartedBatch,
})

export const batchesCalls = { batchUpload, batchDeactivation, listBatches, getBatch, stopBatch, retryBatch }
