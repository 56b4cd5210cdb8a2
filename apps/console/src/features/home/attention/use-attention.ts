import { useRead } from '../../../api/use-read.ts'

/** How often it is read without news, in milliseconds: so that it says as of when it is right. */
const readAgainMs = 60_000
/** The same while the server has not looked yet, as after its start: a look that finds nothing is no news. */
const untilLookedMs = 3_000

/** What needs a person, and how far it is known: one reading for all of Home. */
export const useAttention = () =>
  useRead('GET /attention/v1/current', {
    news: 'attention',
    refetchInterval: ({ state }) => (state.data?.isCurrent === false ? untilLookedMs : readAgainMs),
    retry: false,
  })
