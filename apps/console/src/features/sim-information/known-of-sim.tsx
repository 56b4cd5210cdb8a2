import { useState } from 'react'
import { Comparison } from './comparison.tsx'
import { useSources } from './use-sources.ts'

/** What the three systems say of a SIM, for its page: asked when it is opened, before that as last observed. */
export function KnownOfSim({ simId, title }: { readonly simId: string; readonly title: string }) {
  const { states, retry } = useSources(simId)
  const [onlyDifferences, setOnlyDifferences] = useState(false)
  if (!states) return null
  return (
    <Comparison
      simId={simId}
      title={title}
      states={states}
      onlyDifferences={onlyDifferences}
      onOnlyDifferences={setOnlyDifferences}
      onRetry={retry}
    />
  )
}
