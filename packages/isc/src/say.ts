import type { TimelineStep } from '@support-console/contract'
import { type SaidOf, type SaidPart, sentenceOf } from '@support-console/contract/timeline.said'
import { sayTime } from './print.ts'

/** A state in words, and how old it is where it is old. */
export function sayState(
  of: { state: string; online: string | null; at: string | null; isFresh: boolean } | null,
): string {
  if (!of) return ''
  const said = [of.state, of.online].filter(Boolean).join(', ')
  return of.isFresh || of.at === null ? said : `${said} (last known ${sayTime(of.at)})`
}

/** A sentence whose instants stand in it as the console's wire has them. */
export const inMinutes = (sentence: string): string =>
  sentence.replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, sayTime)

export const sayStep = (step: TimelineStep, of: SaidOf): string => sentenceOf(step, of).map(sayPart).join('')

function sayPart(part: SaidPart): string {
  if (typeof part === 'string') return part
  if (part.as === 'time') return sayTime(part.at)
  if (part.as === 'duration') return sayMinutes(Date.parse(part.to) - Date.parse(part.from))
  return 'text' in part ? part.text : part.id
}

function sayMinutes(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 90) return `${minutes} min`
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`
}

export const sayBytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
