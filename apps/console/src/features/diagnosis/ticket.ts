import type { Finding } from '@support-console/contract'
import { pageOf } from '@support-console/contract/addresses'
import { instantsInSentence } from '@support-console/contract/diagnosis.words'
import { sayTime } from '../../ui/local-time.ts'
import { showToast } from '../../ui/toast-store.ts'
import { sayCounts } from './arranged.ts'
import { lookOf, sayLook, sayState } from './states.tsx'
import { text } from './texts.ts'
import type { Look } from './use-diagnosis.ts'
import { sentenceOf } from './verdict.tsx'

/** Whoever reads a ticket may be elsewhere: each instant with its day and zone. */
export const inFull = (sentence: string) => sentence.replace(instantsInSentence, sayTime)

/** What a ticket needs of a look: verdict, findings other than fine, ids, times with zone, links. */
export function ticketOf(look: Pick<Look, 'known' | 'error'>, origin: string): string[] {
  const { cloudId, iccid, findings, verdict, askedAt } = look.known
  return [
    cloudId && text('TicketPanel', { id: cloudId }),
    iccid && text('TicketSim', { id: iccid }),
    look.error
      ? sentenceOf(look)
      : text('TicketVerdict', { state: sayState(verdict.state), sentence: inFull(verdict.sentence) }),
    verdict.next && text('TicketNext', { step: inFull(verdict.next.text) }),
    text('TicketLooked', { time: sayTime(askedAt), counts: sayCounts(findings) }),
    ...findings.filter(({ state }) => state !== 'fine' && state !== 'waiting').flatMap(linesOf),
    cloudId && `${origin}${pageOf('panel', cloudId)}`,
    iccid && `${origin}${pageOf('sim', iccid)}`,
  ].filter((line): line is string => Boolean(line))
}

function linesOf(finding: Finding): string[] {
  const { title, sentence, evidence } = finding
  return [
    text('TicketFinding', { state: sayLook(lookOf(finding)), title, sentence: inFull(sentence) }),
    ...evidence.map(({ source, what, value, at }) => {
      const said = { source, what, value: inFull(value) }
      return at
        ? text('TicketEvidence', { ...said, time: sayTime(at) })
        : text('TicketEvidenceTimeless', said)
    }),
  ]
}

/** Onto the clipboard, and says so. */
export async function copyLines(lines: readonly string[], done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(lines.join('\n'))
    showToast(done)
  } catch {
    showToast(text('CopyRefused'), 'error')
  }
}
