import type { archiveMonth } from '../platform/audit/archive-month.ts'
import type { checkExport } from '../platform/audit/check-export.ts'
import { plain } from '../platform/audit/export-format.ts'
import type { Verification } from '../platform/audit/verify-chain.ts'

/** Says a line to the operator. */
export type Say = (line: string) => void

export const figure = (value: number) => value.toLocaleString('en-US')
const faultsOf = (many: number) => (many === 1 ? '1 fault' : `${figure(many)} faults`)

function sayFaults(say: Say, { faults, faultCount }: Pick<Verification, 'faults' | 'faultCount'>): void {
  for (const fault of faults) say(fault)
  if (faultCount > faults.length) say(`And ${figure(faultCount - faults.length)} more.`)
}

/** What became of the check of the trail, which took so long. @returns the exit code */
export function sayTrail(
  say: Say,
  found: Verification,
  earlier: { number: number } | undefined,
  seconds: number,
): number {
  const pace = `${seconds.toFixed(1)} s`
  sayFaults(say, found)
  if (found.faultCount > 0) {
    say(
      `The audit trail does not hold: ${faultsOf(found.faultCount)}; ${figure(found.fitting)} of ${figure(found.links)} links fit (${pace}).`,
    )
    return 1
  }
  for (const { month, entries, sha256, isProven } of found.archived)
    say(
      `${month} was archived and dropped: ${figure(entries)} entries are in its file (SHA-256 ${plain(sha256)}). ${
        isProven
          ? 'The record of it is signed by the key.'
          : 'That is not proven, since no key is known here: check the file and its signature (--file), or give --key or --thumbprint.'
      }`,
    )
  say(`The audit trail holds: ${figure(found.links)} links, ${figure(found.entries)} entries (${pace}).`)
  if (found.late.first !== undefined)
    say(
      `${figure(found.late.entries)} entries bear a time more than an hour before they were chained, first that of link ${found.late.first}. This is no fault: entries of a past that was brought along, as the demo's, are such. Elsewhere, ask who entered them.`,
    )
  const { many, newest, isProven } = found.anchors
  if (newest)
    say(
      `${many === 1 ? '1 time-stamp fits' : `${figure(many)} time-stamps fit`}; the newest, of ${newest.at.toISOString()}, is of link ${newest.number}; ${figure((found.head?.number ?? 0) - newest.number)} links came after it.${
        isProven ? '' : ' Who made them is not proven: set AUDIT_TIMESTAMP_CA.'
      }`,
    )
  if (earlier) say(`The earlier head, link ${earlier.number}, stands where it stood.`)
  if (found.head) say(`Note down the head: ${found.head.number}:${found.head.hash}`)
  return 0
}

/** What became of the check of an export. @returns the exit code */
export function sayFile(say: Say, checked: Awaited<ReturnType<typeof checkExport>>): number {
  const { summary, thumbprint, faultCount, isExpectedKey } = checked
  sayFaults(say, checked)
  if (summary) {
    say(
      `Entries from ${plain(summary.from)} to before ${plain(summary.to)}; exported ${plain(summary.exportedAt)} by ${plain(summary.exportedBy)}.`,
    )
    say(
      `${figure(summary.entries)} links, ${figure(summary.entries - summary.archived)} of them with their entries.`,
    )
    if (summary.first && summary.head) {
      say(`The link before: ${summary.first.number - 1}:${summary.first.previousHash}`)
      say(`The last link:   ${summary.head.number}:${summary.head.hash}`)
    }
  }
  say(`SHA-256 of the file: ${checked.sha256}`)
  if (thumbprint !== undefined && isExpectedKey === undefined)
    say(
      `Signed with the key ${thumbprint}, which stands in the file itself. Whether that is the console's key cannot be known from the file: compare it with what you noted down, or give --key or --thumbprint.`,
    )
  if (isExpectedKey) say(`Signed with the expected key, ${thumbprint}.`)
  say(faultCount > 0 ? `The file does not hold: ${faultsOf(faultCount)}.` : 'The file holds.')
  return faultCount > 0 ? 1 : 0
}

export function sayArchived(
  say: Say,
  done: Awaited<ReturnType<typeof archiveMonth>>,
  month: string,
  thumbprint: string,
): void {
  const found = done.wasThere ? 'was there already and is good' : 'was written and read again'
  say(
    `${done.path} ${found}: ${figure(done.entries)} entries of ${month}, links ${done.first} to ${done.last}.`,
  )
  say(`SHA-256 of the file: ${done.sha256}`)
  say(`Signed with the key ${thumbprint}.`)
  say(
    done.isDropped
      ? `The entries of ${month} were dropped from the database; that stands in the audit trail. Keep the file.`
      : 'Nothing was dropped. Run it again with --drop to take the month out of the database.',
  )
}
