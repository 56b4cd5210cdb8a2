import type { StoredFinding } from '@support-console/contract'
import { sayMoment } from '../../ui/say-when.ts'
import { sayFound } from './stored-finding.tsx'
import { text } from './texts.ts'
import { VerdictBox } from './verdict-box.tsx'

/** The verdict that was kept, where the one of a look stands today; null: there was none. */
export function KeptVerdict({ of }: { readonly of: StoredFinding | null }) {
  if (of === null) return <VerdictBox state="not-known" sentence={text('NoVerdictKept')} second="" />
  const times = { since: sayMoment(of.since), at: sayMoment(of.at) }
  return <VerdictBox state={of.state} sentence={sayFound(of)} second={text('VerdictKept', times)} />
}
