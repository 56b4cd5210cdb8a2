import { listedKinds } from '@support-console/contract/undertakings.words'
import { useAccess } from '../../api/index.ts'
import { useRead } from '../../api/use-read.ts'

/** How often what goes on is read without news, in milliseconds. */
const whileRunningMs = 5000

/** What the reader has begun, as news tell (D37): one reading for what runs and what has ended. */
export function useMine() {
  const { may, isKnown } = useAccess()
  const mayHaveWork = listedKinds(may).length > 0
  const reading = useRead('GET /undertakings/v1/mine', {
    enabled: mayHaveWork,
    news: 'undertaking',
    refetchInterval: ({ state }) => state.data?.some(({ endedAt }) => endedAt === null) && whileRunningMs,
  })
  return { ...reading, isComing: !isKnown || reading.isLoading }
}
