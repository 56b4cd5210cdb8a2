import type { Csr } from '@support-console/contract'
import { useRef, useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { text } from './texts.ts'

/** The reset call (4): asks the agents of servers in error what they run. One at a time; one that is wanted meanwhile follows. */
export function useReset(put: (ip: string, change: (csr: Csr) => Csr) => void) {
  const call = useChange('POST /csrmanagement/v1/csrs/reset', text('ScreenTitle'))
  const [isByHand, setByHand] = useState(false)
  const following = useRef<string | null>(null)
  const isRunning = useRef(false)

  const run = async (action: string): Promise<void> => {
    if (isRunning.current) {
      following.current = action
      return
    }
    isRunning.current = true
    const answer = await call.start({}, action)
    isRunning.current = false
    for (const csr of answer?.data ?? []) put(csr.ipAddress, () => csr)
    const next = following.current
    following.current = null
    if (next !== null) await run(next)
  }
  return {
    call,
    isByHand,
    isPending: call.isPending,
    byHand: () => {
      setByHand(true)
      void run(text('ActionReset'))
    },
    after: (server: string) => {
      setByHand(false)
      void run(text('ActionResetAfter', { server }))
    },
  }
}
