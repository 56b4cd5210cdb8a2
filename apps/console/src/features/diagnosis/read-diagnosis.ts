import type { Diagnosis } from '@support-console/contract'
import { diagnosisSeconds } from '@support-console/contract/diagnosis.words'
import { readEvents } from '../../api/event-stream.ts'
import { api } from '../../api/index.ts'
import { type Diagnosed, isAllAnswered, withNews } from './arranged.ts'

/** Longer than the server waits, so that its own sentence arrives, in seconds. */
const margin = 15

/**
 * Looks at a panel or a SIM; tells what is known each time that more is. By the stream; where there is none, or it breaks off, by
 * the ordinary call: what is known soon, and then all of it.
 */
export async function readDiagnosis(
  kind: Diagnosed,
  id: string,
  signal: AbortSignal,
  tell: (known: Diagnosis) => void,
): Promise<void> {
  let known: Diagnosis | undefined
  const take = (news: Diagnosis) => {
    known = known ? withNews(known, news) : news
    tell(known)
  }
  const isDone = () => known !== undefined && isAllAnswered(known)
  const longest = performance.now() + diagnosisSeconds.most * 1000
  try {
    // The server ends a stream with its token: with the next one it goes on.
    while (!isDone() && !signal.aborted && performance.now() < longest)
      await readEvents<Diagnosis>(`/diagnosis/v1/${kind}s/${encodeURIComponent(id)}`, {
        signal,
        onEvent: take,
      })
  } catch {
    // What is wrong the ordinary call says.
  }
  for (const within of [diagnosisSeconds.usual, diagnosisSeconds.most]) {
    if (isDone() || signal.aborted) return
    const options = { query: { within }, signal, patience: within + margin }
    const { data } =
      kind === 'panel'
        ? await api('GET /diagnosis/v1/panels/{cloudId}', { params: { cloudId: id }, ...options })
        : await api('GET /diagnosis/v1/sims/{iccid}', { params: { iccid: id }, ...options })
    take(data)
  }
}
